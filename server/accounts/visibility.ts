import { Agent, Office } from "~models";
import { type Actor, reaches } from "../kernel/operation/roles";
import { all, always, column, sql, type Statement } from "../kernel/database/sql";

/**
 * Visibility rules as conditions for WHERE. The parameters are the table aliases in the statement: `agents` or
 * `offices`, each joined with its `accounts`.
 * SQL by hand: lists, pickers, reports and logs combine these conditions.
 */

/** The rule of `Agent.visibleTo`. */
export const agentsVisible = (actor: Actor, agents = sql`agents`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Agent, Agent.ownOf(actor), agents)]);

/** The rule of `Office.visibleTo`. */
export const officesVisible = (actor: Actor, offices = sql`offices`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Office, Office.ownOf(actor), offices)]);

/** Turns attribute values of a model into conditions on its columns. */
const equal = (model: typeof Agent | typeof Office, where: Record<string, number>, table: Statement): Statement[] =>
  Object.entries(where).map(([name, value]) => sql`${table}.${column(model, name)} = ${value}`);

/** An extra condition for lists and pickers: actors without `showSuspend` do not see suspended accounts. */
export const listable = (actor: Actor, accounts = sql`accounts`): Statement =>
  actor.showSuspend ? always : sql`${accounts}.active`;

/**
 * Condition on rows of clicks, events, statistics and logs. Agents see their own rows, managers the rows of their
 * office, which is the office stored with the row. Admins see all rows.
 */
export function ownRows(actor: Actor, columns: { agent: Statement; company: Statement }): Statement {
  if (reaches(actor, "admin")) return always;
  return reaches(actor, "company")
    ? sql`${columns.company} = ${actor.companyId}`
    : sql`${columns.agent} = ${actor.agentId}`;
}
