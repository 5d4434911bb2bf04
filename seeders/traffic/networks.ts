import type { CountryOf } from "../../server/tracking";
import { Draw, type Random, zipf } from "../random";

/** Countries of the visitors, most frequent first. The codes are those of the packaged country table. */
export const COUNTRIES = [
  ..."US GB CA AU DE FR NL SE NO DK IT ES JP CH AT".split(" "),
  ..."BE IE FI NZ PL CZ BR MX ZA SG IN HK PT AR AE".split(" "),
];
const NETWORKS_EACH = 64;
/** Networks without a country: one for documentation and two of carrier-grade NAT. */
const NOWHERE = [0xc0000200, 0x64400700, 0x64400900];
const NOWHERE_SHARE = 0.01;

/** Networks of 256 addresses by country, chosen so that the country table returns that country for each. */
export class Networks {
  readonly bases: Uint32Array;
  readonly geos: string[] = [];
  /** Networks on the black list. No other visitor comes from them. */
  readonly blackListed: { base: number; geo: string }[] = [];
  readonly #draw: Draw;

  constructor(countryOf: CountryOf, random: Random) {
    const basesByCountry = findNetworks(countryOf, random);
    const shares = zipf(COUNTRIES.length, 1);
    const bases: number[] = [];
    const weights: number[] = [];
    COUNTRIES.forEach((geo, rank) => {
      const [black, ...open] = basesByCountry.get(geo) ?? [];
      if (black !== undefined && rank < 6) this.blackListed.push({ base: black, geo });
      open.forEach((base, place) => {
        bases.push(base);
        this.geos.push(geo);
        weights.push((shares[rank] ?? 0) / (place + 4));
      });
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const base of NOWHERE) {
      bases.push(base);
      this.geos.push("");
      weights.push((total * NOWHERE_SHARE) / NOWHERE.length);
    }
    this.bases = Uint32Array.from(bases);
    this.#draw = new Draw(weights);
  }

  index(random: Random): number {
    return this.#draw.index(random);
  }
}

function findNetworks(countryOf: CountryOf, random: Random): Map<string, number[]> {
  const basesByCountry = new Map<string, number[]>(COUNTRIES.map((geo) => [geo, []]));
  const taken = new Set<number>();
  // Small countries have a few thousandths of all addresses. This many tries fill each of the lists.
  for (let tries = 0; tries < 400_000; tries++) {
    const base = (random.next() & ~255) >>> 0;
    const geo = countryOf(addressText(base));
    const list = basesByCountry.get(geo);
    if (!list || list.length > NETWORKS_EACH || taken.has(base) || !isWhole(base, geo)) continue;
    taken.add(base);
    list.push(base);
  }
  return basesByCountry;

  function isWhole(base: number, geo: string): boolean {
    for (let host = 255; host > 0; host--) if (countryOf(addressText(base + host)) !== geo) return false;
    return true;
  }
}

export const addressText = (address: number): string =>
  [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");

/** Entries of the black list for the reserved networks: some whole networks, a few single addresses of the others. */
export function blackListOf(networks: Networks): string[] {
  return networks.blackListed.flatMap(({ base }, index) =>
    index % 2 === 0 ? [`${addressText(base)}/24`] : BLACK_HOSTS.map((host) => `${addressText(base + host)}/32`),
  );
}

export const BLACK_HOSTS = [17, 80, 133, 201];
