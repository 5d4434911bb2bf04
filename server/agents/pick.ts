import { literal } from "sequelize";
import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { agentsVisible, findOneVisible, findVisible, listable } from "../accounts";
import { all, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Id, Ids } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";

const filters = ["all", "onlyAvailable", "onlyAvailablePlusSuspended"] as const;

const AgentOption = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyId: z.int(),
});

/**
 * The agents to choose from, of one office or of all; managers get those of their own office. Includes suspended
 * agents, unless `agentsQuery` is "onlyAvailable".
 */
export const pick = query({
  name: "agents.pick",
  does: "list agents",
  allow: atLeast("company"),
  input: z.object({
    companyId: Id.optional(),
    agentsQuery: z.enum(filters, "Please choose one from the list.").default("onlyAvailablePlusSuspended"),
  }),
  output: z.array(AgentOption),
  async run({ actor }, { companyId, agentsQuery }) {
    if (companyId !== undefined) await findOneVisible(Office, actor, companyId);
    return listAgentOptions(actor, { companyId, filter: agentsQuery });
  },
});

const agentColumns = selectColumns(Agent, ["id", "firstName", "lastName", "companyId"]);
const accountColumns = selectColumns(Account, ["username"]);

type Choice = { companyId?: number; filter: (typeof filters)[number] };

/** Agents by username. */
export function listAgentOptions(
  actor: Actor,
  choice: Choice,
): Promise<(RowOf<typeof agentColumns> & RowOf<typeof accountColumns>)[]> {
  return queryRows(
    sql`
    SELECT ${agentColumns}, ${accountColumns} FROM ${optionTables}
    WHERE ${optionConditions(actor, choice)} ORDER BY username COLLATE by_name, agents.id`,
    { plan: "prepared" },
  );
}

/** Whether there are more agents to choose from than `most`. */
export async function hasMoreAgentOptions(actor: Actor, choice: Choice, most: number): Promise<boolean> {
  const row = await queryOne<{ more: boolean }>(
    sql`
    SELECT count(*) > ${most} AS more
    FROM (SELECT 1 FROM ${optionTables} WHERE ${optionConditions(actor, choice)} LIMIT ${most + 1}) counted`,
    { plan: "prepared" },
  );
  return row?.more ?? false;
}

const optionTables = sql`agents JOIN accounts ON accounts.id = account_id`;

const optionConditions = (actor: Actor, { companyId, filter }: Choice): Statement =>
  all([
    agentsVisible(actor),
    hasRole(actor, "admin") && listable(actor),
    companyId !== undefined && sql`company_id = ${companyId}`,
    filter !== "all" && sql`approved AND NOT accounts.hidden`,
    filter === "onlyAvailable" && sql`accounts.active`,
  ]);

/** The usernames of the agents in a confirmation. Throws 404 if the account may not see one of them. */
export const named = query({
  name: "agents.named",
  does: "list agents",
  allow: atLeast("company"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const agents = await findVisible(Agent, actor, ids, {
      order: [[literal("username COLLATE by_name"), "ASC"], "id"],
    });
    return agents.map(({ account }) => account?.username ?? "");
  },
});
