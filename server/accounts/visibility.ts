import { Agent, Office } from "~models";
import { type Actor, reaches } from "../kernel/roles";
import { all, always, column, sql, type Statement } from "../kernel/sql";

/**
 * What an account may know of, as conditions for WHERE. The aliases are those of the tables in the statement:
 * `agents` or `offices`, each joined with its `accounts`. SQL by hand: lists, pickers, reports and logs put them together.
 */

/** As `Agent.visibleTo`. */
export const agentsVisible = (actor: Actor, agents = sql`agents`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Agent, Agent.ownOf(actor), agents)]);

/** As `Office.visibleTo`. */
export const officesVisible = (actor: Actor, offices = sql`offices`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Office, Office.ownOf(actor), offices)]);

/** Attributes of a model and their values, as conditions on its columns. */
const equal = (model: typeof Agent | typeof Office, where: Record<string, number>, table: Statement): Statement[] =>
  Object.entries(where).map(([name, value]) => sql`${table}.${column(model, name)} = ${value}`);

/** For lists and pickers, beside the above: an admin without `showSuspend` gets no suspended ones. */
export const listable = (actor: Actor, accounts = sql`accounts`): Statement =>
  actor.showSuspend ? always : sql`${accounts}.active`;

/** Rows of clicks, events, statistics and logs: an agent's own, a manager's office's (as it was at the row's time). */
export function ownRows(actor: Actor, columns: { agent: Statement; company: Statement }): Statement {
  if (reaches(actor, "admin")) return always;
  return reaches(actor, "company")
    ? sql`${columns.company} = ${actor.companyId}`
    : sql`${columns.agent} = ${actor.agentId}`;
}
