import { constant, sql, type Statement } from "./sql";

/** The bits of `flags` in clicks, events and roll-ups: what the site was at the time, and whether an event is a correction. */
export const FLAGS = {
  /** Its sales are paid at the agent's AVP tier. */
  avp: 1,
  /** It sells in two steps: the sale is paid by its bonus. */
  paidByBonus: 2,
  /** Out of the AVP count; its payout is in pesos as they were frozen (LEDGER-03). */
  correction: 4,
} as const;

const { avp, paidByBonus, correction } = FLAGS;

/** The flags of a site. */
export const flagsOf = (site: { avp: boolean; useApproveSale: boolean }): number =>
  (site.avp ? avp : 0) | (site.useApproveSale ? paidByBonus : 0);
/** The same over two boolean columns. */
export const flagsInSql = (isAvp: Statement, useApproveSale: Statement): Statement =>
  sql`${isAvp}::int * ${constant(avp)} + ${useApproveSale}::int * ${constant(paidByBonus)}`;

const has = (flags: Statement, bits: number): Statement => sql`${flags} & ${constant(bits)} = ${constant(bits)}`;
const flagsColumn = sql`flags`;

export const isAvp = (flags = flagsColumn): Statement => has(flags, avp);
export const isPaidByBonus = (flags = flagsColumn): Statement => has(flags, paidByBonus);
export const isCorrection = (flags = flagsColumn): Statement => has(flags, correction);
export const isNoCorrection = (flags = flagsColumn): Statement => sql`${flags} & ${constant(correction)} = 0`;
/** Counts for the agent's AVP tier. The index stats_half_avp has it as its condition, word for word. */
export const countsForTier = (flags = flagsColumn): Statement =>
  sql`${flags} & ${constant(avp | correction)} = ${constant(avp)}`;
/** Not paid at its own price: by the tier, or by its bonus. */
export const isPaidOtherwise = (flags = flagsColumn): Statement => sql`${flags} & ${constant(avp | paidByBonus)} <> 0`;
