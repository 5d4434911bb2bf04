import { one } from "../kernel/database/transactions";
import { Count, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, holding } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";
import { waiting } from "./waiting";

/** The number of agents whose approval is pending. The menu's badge polls it every few seconds. */
export const count = query({
  name: "approvals.count",
  does: "count agents that wait for approval",
  allow: holding("APPROVE_AGENTS"),
  quiet: true,
  single: true,
  input: Nothing,
  output: Count,
  run: async ({ actor }) => ({ count: await countWaiting(actor) }),
});

export async function countWaiting(actor: Actor): Promise<number> {
  const found = await one<{ count: number }>(sql`SELECT (${queueLength(actor)}) AS count`);
  return found?.count ?? 0;
}

/** SQL by hand: the same count as a value in the statement that every page runs. */
export const queueLength = (actor: Actor): Statement =>
  sql`SELECT count(*)::int FROM agents JOIN accounts ON accounts.id = agents.account_id WHERE ${waiting(actor)}`;
