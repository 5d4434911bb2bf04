import { Op } from "sequelize";
import { Domain } from "~models";
import { run } from "../kernel/database/transactions";
import { conflict, notFound } from "../kernel/operation/refusal";
import { sql } from "../kernel/database/sql";

export const LAST_ACTIVE = "Need at least one active domain";

/**
 * The domains with these ids, and the ids of all active ones. Takes a table lock, so that changes run one after
 * another: otherwise two people could each hide one of the last two. Readers do not wait. Throws 404.
 * SQL by hand: a model locks rows, not a table.
 */
export async function holdDomains(ids: readonly number[]): Promise<{ chosen: Domain[]; active: number[] }> {
  await run(sql`LOCK TABLE domains IN SHARE ROW EXCLUSIVE MODE`);
  const held = await Domain.findAll({ where: { [Op.or]: [{ id: [...ids] }, { hidden: false }] }, order: ["id"] });
  const chosen = held.filter(({ id }) => ids.includes(id));
  if (chosen.length < ids.length) throw notFound();
  return { chosen, active: held.filter(({ hidden }) => !hidden).map(({ id }) => id) };
}

/** True if hiding these would leave no active domain for links (DOMAIN-12). */
export const wouldHideLast = (ids: readonly number[], active: readonly number[]): boolean =>
  active.length > 0 && active.every((id) => ids.includes(id));

/** Throws 409. */
export function requireActive(ids: readonly number[], active: readonly number[]): void {
  if (wouldHideLast(ids, active)) throw conflict(LAST_ACTIVE);
}
