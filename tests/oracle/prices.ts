/** Prices found by walking through the versions as a person would read them, oldest to newest. */

export type Version = {
  id: number;
  companyId: number | null;
  geo: string | null;
  enabled: boolean;
  payout: string;
  earning: string;
  lpp: number | null;
  bonusPayout: string | null;
  bonusEarning: string | null;
  bonusLpp: number | null;
  /** Milliseconds since 1970. */
  since: number;
};

export type Found = { source: string; priceId: number | null; payout: string; earning: string; lpp: number };

type Asked = { companyId: number; geo: string; event: "sale" | "bonus" | "click"; moment: number };

const NOTHING: Found = { source: "none", priceId: null, payout: "0.00", earning: "0.00", lpp: 0 };

/** What a type that pays bonuses pays for an event; undefined where it pays none at all. */
export function priceBy(versions: readonly Version[], { companyId, geo, event, moment }: Asked): Found | undefined {
  if (event === "click") return NOTHING;
  // Before the first of the usual prices everything is as it was when that began.
  const usuals = versions.filter((one) => one.companyId === null && one.geo === null);
  const then = Math.max(moment, Math.min(...usuals.map(({ since }) => since)));
  const past = versions.filter(({ since }) => since <= then);
  past.sort((a, b) => a.since - b.since || a.id - b.id);
  const last = (fits: (one: Version) => boolean) => {
    let found: Version | undefined;
    for (const one of past) if (fits(one)) found = one;
    return found;
  };
  const usual = last((one) => one.companyId === null && one.geo === null);
  if (!usual) throw new Error("The type had no price.");
  const office = last((one) => one.companyId === companyId);
  const country = last((one) => one.geo === geo);

  if (event === "bonus") {
    if (usual.bonusPayout === null) return undefined;
    const own = office?.enabled && office.bonusPayout !== null ? office : undefined;
    const { id, bonusEarning, bonusLpp } = own ?? usual;
    return {
      source: own ? "office" : "default",
      priceId: id,
      payout: own?.bonusPayout ?? usual.bonusPayout,
      earning: bonusEarning ?? "0.00",
      lpp: bonusLpp ?? 0,
    };
  }
  if (office?.enabled) return sale("office", office, office.lpp ?? 0);
  if (country?.enabled) return sale("geo", country, country.lpp ?? usual.lpp ?? 0);
  return sale("default", usual, usual.lpp ?? 0);
}

const sale = (source: string, { id, payout, earning }: Version, lpp: number): Found => ({
  source,
  priceId: id,
  payout,
  earning,
  lpp,
});

export type TierRow = { validFrom: string; index: number; from: number; php: string; dollars: string };

/** The tier of so many sales in a half-month: of the newest list that held then, the last whose beginning was reached. */
export function tierBy(schedule: readonly TierRow[], half: string, sales: number): TierRow | undefined {
  const begun = schedule.filter(({ validFrom }) => validFrom <= half).map(({ validFrom }) => validFrom);
  const newest = begun.sort().at(-1);
  const list = schedule.filter(({ validFrom }) => validFrom === newest).sort((a, b) => a.from - b.from);
  return list.filter(({ from }) => from <= sales || from === 0).at(-1);
}
