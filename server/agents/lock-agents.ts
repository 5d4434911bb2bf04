import { agentsVisible } from "../accounts";
import { rows } from "../kernel/database";
import { notFound } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";

export type LockedAgent = { id: number; accountId: number };

/** The agents with these ids, held until the command ends. One that the account may not know of is 404. */
export async function lockAgents(actor: Actor, ids: readonly number[]): Promise<LockedAgent[]> {
  const agents = await rows<LockedAgent>(sql`
    SELECT agents.id, account_id AS "accountId" FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ANY(${ids}::int[]) AND ${agentsVisible(actor)} ORDER BY accounts.id FOR UPDATE OF accounts`);
  if (agents.length < new Set(ids).size) throw notFound();
  return agents;
}
