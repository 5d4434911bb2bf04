import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { anOffice, aSite } from "../../world/builders";

/** Valid fields of a new agent; the test gives `officeId`. */
export const fields = (more: Record<string, unknown> = {}) => ({
  firstName: "Nora",
  lastName: "Field",
  username: `n${Math.random().toString(36).slice(2, 8)}`,
  password: "a-good-password",
  passwordConfirm: "a-good-password",
  ...more,
});

/** An office with two agents that sells two of three sites. */
export async function aSellingOffice() {
  const office = await anOffice({ agents: 2 });
  const [one, two] = [await aSite({ enabledFor: [office] }), await aSite({ enabledFor: [office] })];
  const other = await aSite();
  const [agent, colleague] = office.agents;
  if (!agent || !colleague) throw new Error("The office has no agents.");
  return { office, agent, colleague, one, two, other };
}

export const staysOf = (agentId: number) =>
  queryRows<{ companyId: number; since: Date; until: Date | null }>(sql`
    SELECT company_id AS "companyId", since, until FROM agent_offices WHERE agent_id = ${agentId} ORDER BY since`);

export const auditOf = (agentId: number) =>
  queryRows<{ operation: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }>(sql`
    SELECT operation, before, after FROM audit WHERE record = 'agent' AND record_id = ${String(agentId)} ORDER BY id`);

export const linkVersion = async (): Promise<number> =>
  (await queryRows<{ version: number }>(sql`SELECT version FROM link_state`))[0]?.version ?? 0;
