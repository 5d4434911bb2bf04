import { constant, sql, type Statement } from "../kernel/database/sql";

/** Bits of `flags` in clicks, events and roll-ups: the site's settings at the time, and corrections among events. */
export const FLAGS = {
  /** Sales of the site are paid at the agent's AVP tier. */
  avp: 1,
  /** The site sells in two steps: a sale is paid by its bonus. */
  paidByBonus: 2,
  /** The event does not count for the AVP tier, and its payout is in frozen pesos (LEDGER-03). */
  correction: 4,
} as const;

const { avp, paidByBonus, correction } = FLAGS;

/** The flags of a site, without `correction`. */
export const flagsOf = (site: { avp: boolean; useApproveSale: boolean }): number =>
  (site.avp ? avp : 0) | (site.useApproveSale ? paidByBonus : 0);
/** `flagsOf` in SQL, from two boolean columns. */
export const flagsInSql = (isAvp: Statement, useApproveSale: Statement): Statement =>
  sql`${isAvp}::int * ${constant(avp)} + ${useApproveSale}::int * ${constant(paidByBonus)}`;

const has = (flags: Statement, bits: number): Statement => sql`${flags} & ${constant(bits)} = ${constant(bits)}`;
const flagsColumn = sql`flags`;

export const isAvp = (flags = flagsColumn): Statement => has(flags, avp);
export const isPaidByBonus = (flags = flagsColumn): Statement => has(flags, paidByBonus);
export const isCorrection = (flags = flagsColumn): Statement => has(flags, correction);
export const isNoCorrection = (flags = flagsColumn): Statement => sql`${flags} & ${constant(correction)} = 0`;
/** Counts for the agent's AVP tier. The condition of the index stats_half_avp has exactly this text. */
export const countsForTier = (flags = flagsColumn): Statement =>
  sql`${flags} & ${constant(avp | correction)} = ${constant(avp)}`;
/** Not paid at its own price, but by the tier or by its bonus. */
export const isAvpOrPaidByBonus = (flags = flagsColumn): Statement =>
  sql`${flags} & ${constant(avp | paidByBonus)} <> 0`;
