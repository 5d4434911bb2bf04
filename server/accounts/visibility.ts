import { type Actor, reaches } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";

/**
 * What an account may know of, as conditions for WHERE. The aliases are those of the tables in the statement:
 * `agents` or `offices`, each joined with its `accounts`.
 */

/** Agents: of the actor's own office for a manager, himself for an agent; deleted ones for nobody. */
export function agentsVisible(actor: Actor, agents = sql`agents`, accounts = sql`accounts`): Statement {
  const present = sql`${accounts}.deleted_at IS NULL`;
  if (reaches(actor, "admin")) return present;
  const own = reaches(actor, "company")
    ? sql`${agents}.company_id = ${actor.companyId}`
    : sql`${agents}.id = ${actor.agentId}`;
  return sql`${present} AND ${own}`;
}

/** Offices: the actor's own below admin. */
export function officesVisible(actor: Actor, offices = sql`offices`, accounts = sql`accounts`): Statement {
  const present = sql`${accounts}.deleted_at IS NULL`;
  return reaches(actor, "admin") ? present : sql`${present} AND ${offices}.id = ${actor.companyId}`;
}

/** For lists and pickers, beside the above: an admin without `showSuspend` gets no suspended ones. */
export const listable = (actor: Actor, accounts = sql`accounts`): Statement =>
  actor.showSuspend ? sql`TRUE` : sql`${accounts}.active`;

/** Rows of clicks, events, statistics and logs: an agent's own, a manager's office's (as it was at the row's time). */
export function ownRows(actor: Actor, columns: { agent: Statement; company: Statement }): Statement {
  if (reaches(actor, "admin")) return sql`TRUE`;
  return reaches(actor, "company")
    ? sql`${columns.company} = ${actor.companyId}`
    : sql`${columns.agent} = ${actor.agentId}`;
}
