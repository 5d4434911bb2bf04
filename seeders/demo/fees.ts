import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import type { Company, Price, Site, Type } from "../company";
import { addDays, dayOf } from "../../server/kernel/time";
import { periodOf } from "../../server/trade/periods";
import { newScannableToken } from "../../server/kernel/process/secrets";
import type { Random } from "../random";

/** Step of prices in centavos, and the network's earning in cents per centavo of pay. */
const STEP = 1_000;
const MARGIN = 1.6 / 56;

type Span = { since: number; now: number };
type PriceScope = Pick<Price, "typeId" | "companyId" | "geo">;

/** All prices with their history: of each type, of some offices and of some countries, in the order of their ids. */
export function planPrices(types: Type[], countries: readonly string[], random: Random, span: Span): Price[] {
  const prices: Omit<Price, "id">[] = [];
  const defaultPayouts = new Map(types.map((type) => [type.id, 20_000 + random.below(60) * STEP]));
  for (const type of types) {
    const scope = { typeId: type.id, companyId: null, geo: null };
    prices.push(...versions(scope, type, defaultPayouts.get(type.id) ?? 0, 1 + random.below(4), random, span));
  }
  for (const [typeId, companyId] of pairs(types.length, 11, 36, random))
    prices.push(...planCustomPrices({ typeId, companyId, geo: null }));
  for (const [typeId, place] of pairs(types.length, 9, 48, random))
    prices.push(...planCustomPrices({ typeId, companyId: null, geo: countries[place - 1] ?? "US" }));
  prices.sort((a, b) => a.since - b.since || a.typeId - b.typeId);
  return prices.map((price, index) => ({ id: index + 1, ...price }));

  /** Prices of an office or a country are above the default. A third of them end, and some of these start again. */
  function planCustomPrices(scope: PriceScope): Omit<Price, "id">[] {
    const type = types[scope.typeId - 1] as Type;
    const raised = Math.round(((defaultPayouts.get(scope.typeId) ?? 0) * random.between(105, 140)) / 100 / STEP) * STEP;
    const list = versions(scope, type, raised, 2 + random.below(3), random, span).slice(1);
    const end = list.at(-1);
    if (end && random.chance(0.35)) {
      const endedAt = midway(end.since, span.now, random);
      list.push({ ...end, enabled: false, since: endedAt });
      if (random.chance(0.4)) list.push({ ...end, since: midway(endedAt, span.now, random) });
    }
    return list;
  }
}

function versions(scope: PriceScope, type: Type, payout: number, count: number, random: Random, { since, now }: Span) {
  const list: Omit<Price, "id">[] = [];
  let money = payout;
  let start = since;
  for (let i = 0; i < count; i++) {
    list.push({ ...scope, ...amounts(type, money, scope.geo === null), enabled: true, since: start });
    money = Math.max(STEP, money + random.between(-6, 9) * STEP);
    start = midway(start, now, random);
  }
  return list;
}

/** A full hour between two moments, closer to the first. */
const midway = (from: number, to: number, random: Random) =>
  Math.floor((from + (to - from) * (0.1 + 0.5 * random.float())) / HOUR_MS) * HOUR_MS + HOUR_MS;

function amounts({ bonus }: Type, payout: number, points: boolean) {
  const earning = Math.round(payout * MARGIN);
  const lpp = points ? 1 + Math.floor(payout / 20_000) : null;
  if (!bonus || lpp === null) return { payout, earning, lpp, bonusPayout: null, bonusEarning: null, bonusLpp: null };
  return { payout, earning, lpp, bonusPayout: payout / 2, bonusEarning: Math.round(earning / 2), bonusLpp: lpp * 2 };
}

/** `count` different pairs of a type and a number from 1 to `places`. */
function pairs(types: number, places: number, count: number, random: Random): [number, number][] {
  const all = Array.from({ length: types * places }, (_, index) => index);
  return random.sample(all, count).map((index) => [1 + Math.floor(index / places), 1 + (index % places)]);
}

/** The AVP tiers, and those in effect until half a year ago. */
export function planTiers({ since, now }: Span): Company["tiers"] {
  const steps = [
    { from: 0, to: 0, payout: 0, dollars: 0 },
    { from: 1, to: 9, payout: 10_000, dollars: 200 },
    { from: 10, to: 24, payout: 15_000, dollars: 300 },
    { from: 25, to: 49, payout: 20_000, dollars: 400 },
    { from: 50, to: 1000, payout: 25_000, dollars: 500 },
  ];
  const halfMonth = (moment: number) => periodOf(dayOf(moment), "beWeek").start;
  const first = halfMonth(since);
  const later = halfMonth(now - 180 * DAY_MS);
  const older = steps.map((step) => ({ ...step, payout: (step.payout * 9) / 10, dollars: (step.dollars * 9) / 10 }));
  const lists = later > addDays(first, 20) ? [tier(first, older), tier(later, steps)] : [tier(first, steps)];
  return lists.flat();
}

const tier = (validFrom: string, steps: Omit<Company["tiers"][number], "index" | "validFrom">[]) =>
  steps.map((step, index) => ({ validFrom, index, ...step }));

/** A site's secret for its reports, predictable from its id. */
export const secretOf = (site: Pick<Site, "id">): string => `demo-secret-${site.id}`;

/** The token of the link for the site's developers, predictable too. */
export const developerTokenOf = (site: Pick<Site, "id">): string =>
  newScannableToken("sd_", createHash("sha256").update(`demo-developers-${site.id}`).digest("hex"));
