/** Prices found by reading the versions from oldest to newest, as a person would. */

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

/** The price of an event of a type that pays bonuses; undefined if it pays none. */
export function priceBy(versions: readonly Version[], { companyId, geo, event, moment }: Asked): Found | undefined {
  if (event === "click") return NOTHING;
  // Before the first of the usual prices, the prices of its start apply.
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

/**
 * The tier for a number of sales in a half-month: in the latest list valid then, the last tier whose lower bound is
 * reached.
 */
export function tierBy(schedule: readonly TierRow[], half: string, sales: number): TierRow | undefined {
  const begun = schedule.filter(({ validFrom }) => validFrom <= half).map(({ validFrom }) => validFrom);
  const newest = begun.sort().at(-1);
  const list = schedule.filter(({ validFrom }) => validFrom === newest).sort((a, b) => a.from - b.from);
  return list.filter(({ from }) => from <= sales || from === 0).at(-1);
}
