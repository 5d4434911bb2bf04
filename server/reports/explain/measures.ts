import { bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "../../payroll";
import { sql, type Statement } from "../../kernel/database/sql";

/**
 * The contribution of a row to a measure. For events it is SQL over the aliases of `server/payroll/tiers.ts`: r (the
 * event as a row of a roll-up, whose `lpp` and `earning` are its own for either kind), t (the agent's tier) and p (the
 * pay period).
 */
export type Part = { of: "clicks"; unique: boolean } | { of: "events"; kind?: "sale" | "bonus"; part: Statement };

// An event without pesos at the rate has dollars even while the rate is missing.
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
  // A ratio has no sum. Its rows are those of both counts.
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
const linkParts: Record<string, Part> = {
  "": sale(sql`r.sales`),
  b: bonus(sql`r.bonus_sales`),
  Php: sale(salePesos),
  bPhp: bonus(bonusPesos),
};

/** The key of a link's figures: "12" for its sales, "12b" for its bonuses, "12Php" and "12bPhp" for their pesos. */
const LINK = /^([1-9]\d{0,8})(b?(?:Php)?)$/;

export const measureNames: readonly string[] = Object.keys(parts);

/** The contribution of each row, and the ID of the link for a link's figure. Undefined for an unknown name. */
export function readMeasure(name: string): (Part & { typeId?: number }) | undefined {
  const [, typeId, rest] = LINK.exec(name) ?? [];
  const part = typeId === undefined ? parts[name] : linkParts[rest ?? ""];
  return part && { ...part, ...(typeId === undefined ? {} : { typeId: Number(typeId) }) };
}
