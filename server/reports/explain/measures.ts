import { bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "../../payroll";
import { sql, type Statement } from "../../kernel/sql";

/**
 * What a row gives to a measure. Of events it is SQL over r (the event as a row of a roll-up with its own `lpp` and
 * `earning` of either kind), t (the agent's tier) and p (the pay period), as `server/payroll/amounts.ts` wants them.
 */
export type Part = { of: "clicks"; unique: boolean } | { of: "events"; kind?: "sale" | "bonus"; part: Statement };

// What needs no rate has its dollars without one.
const rowDollars = sql`
  CASE WHEN ${ratedEvents} = 0 AND ${ratedPesos} = 0 THEN ${tierDollars} ELSE ${tierDollars} + ${ratedPesos} / p.php_per_usd END`;

const sale = (part: Statement): Part => ({ of: "events", kind: "sale", part });
const bonus = (part: Statement): Part => ({ of: "events", kind: "bonus", part });
const both = (part: Statement): Part => ({ of: "events", part });

const parts: Record<string, Part> = {
  raws: { of: "clicks", unique: false },
  uniques: { of: "clicks", unique: true },
  sales: sale(sql`r.sales`),
  bonusSales: bonus(sql`r.bonus_sales`),
  // A share adds up of two counts: its rows are those of both.
  bonusRatio: both(sql`NULL::int`),
  lpp: both(sql`r.lpp`),
  lppPrev: both(sql`r.lpp`),
  earn: sale(sql`r.earning`),
  bonusEarn: bonus(sql`r.earning`),
  payout: sale(sql`r.payout`),
  bonusPayout: bonus(sql`r.bonus_payout`),
  payoutPhp: both(sql`${salePesos} + ${bonusPesos}`),
  payoutDollars: both(rowDollars),
  agent_avp_sales_count: sale(sql`r.sales`),
};
const ofLink: Record<string, Part> = {
  "": sale(sql`r.sales`),
  b: bonus(sql`r.bonus_sales`),
  Php: sale(salePesos),
  bPhp: bonus(bonusPesos),
};

/** A link's own figures: "12" its sales, "12b" its bonuses, "12Php" and "12bPhp" what they pay. */
const LINK = /^([1-9]\d{0,8})(b?(?:Php)?)$/;

export const measureNames: readonly string[] = Object.keys(parts);

/** The part of each row, and the link that the measure is of; undefined for a name that no report has. */
export function readMeasure(name: string): (Part & { typeId?: number }) | undefined {
  const [, typeId, rest] = LINK.exec(name) ?? [];
  const part = typeId === undefined ? parts[name] : ofLink[rest ?? ""];
  return part && { ...part, ...(typeId === undefined ? {} : { typeId: Number(typeId) }) };
}
