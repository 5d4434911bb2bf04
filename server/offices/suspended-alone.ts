import { Agent } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { selectColumns, sql } from "../kernel/database/sql";

const columns = selectColumns(Agent, ["id", "companyId"], { from: "agents" });

/**
 * The suspended agents of these offices who were suspended on their own. Suspending an office gives its account and
 * those of its agents the same time, so any other time, or none, is that of an act on the agent. In an active office
 * every suspended agent was suspended on their own.
 */
export const findSuspendedAlone = (companyIds: readonly number[]): Promise<{ id: number; companyId: number }[]> =>
  queryRows(
    sql`
    SELECT ${columns}
    FROM agents
    JOIN accounts AS person ON person.id = agents.account_id
    JOIN offices ON offices.id = company_id
    JOIN accounts AS own ON own.id = offices.account_id
    WHERE company_id = ANY(${companyIds}::int[]) AND person.deleted_at IS NULL AND NOT person.active
      AND (own.active OR person.status_at IS DISTINCT FROM own.status_at)`,
    { plan: "prepared" },
  );
