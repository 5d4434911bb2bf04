import { officesVisible, revokeTokens } from "../accounts";
import { now } from "../kernel/clock";
import { one, run } from "../kernel/database";
import { invalid } from "../kernel/refusal";
import { type Actor, reaches } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The office that a form or call names, if it exists for the account; a manager's is always his own. */
export async function chosenOffice(actor: Actor, named: number | undefined): Promise<number> {
  if (!reaches(actor, "admin")) return actor.companyId ?? 0;
  if (named === undefined) throw invalid({ officeId: ["Please fill in this field."] });
  const office = await one<{ id: number }>(sql`
    SELECT offices.id FROM offices JOIN accounts ON accounts.id = account_id
    WHERE offices.id = ${named} AND ${officesVisible(actor)}`);
  if (!office) throw invalid({ officeId: ["Please choose one from the list."] });
  return office.id;
}

/**
 * Begins an agent's stay at an office: what happens from this moment on is that office's, what was stays where it was. The
 * account's tokens end: the old office may have made them, and cannot revoke them any more.
 */
export async function employ(agentId: number, companyId: number): Promise<void> {
  const moment = now();
  // A stay that begins at this very moment, or later since the clock was set back, has no time of its own.
  await run(sql`DELETE FROM agent_offices WHERE agent_id = ${agentId} AND since >= ${moment}`);
  await run(sql`
    UPDATE agent_offices SET until = ${moment} WHERE agent_id = ${agentId} AND (until IS NULL OR until > ${moment})`);
  await run(sql`
    INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agentId}, ${companyId}, ${moment})`);
  await run(sql`UPDATE agents SET company_id = ${companyId} WHERE id = ${agentId}`);
  await revokeTokens(sql`account_id = (SELECT account_id FROM agents WHERE agents.id = ${agentId})`);
}
