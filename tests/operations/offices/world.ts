import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";

/** Valid fields of a new office. */
export const fields = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  officeName: `Quay House ${Math.random().toString(36).slice(2, 8)}`,
  manFirstName: "Mara",
  manLastName: "Lind",
  username: `o${Math.random().toString(36).slice(2, 8)}`,
  password: "a-good-password",
  passwordConfirm: "a-good-password",
  ...more,
});

export const auditOf = (record: string, id: number) =>
  queryRows<{ operation: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }>(sql`
    SELECT operation, before, after FROM audit WHERE record = ${record} AND record_id = ${String(id)} ORDER BY id`);

export const linkVersion = async (): Promise<number> =>
  (await queryOne<{ version: number }>(sql`SELECT version FROM link_state`))?.version ?? 0;

/** The sites enabled for each of these agents. */
export const sitesOfAgents = async (ids: readonly number[]): Promise<number[][]> => {
  const found = await queryRows<{ agentId: number; siteId: number }>(sql`
    SELECT agent_id AS "agentId", site_id AS "siteId" FROM agent_sites WHERE agent_id = ANY(${ids}::int[]) ORDER BY site_id`);
  return ids.map((id) => found.filter(({ agentId }) => agentId === id).map(({ siteId }) => siteId));
};
