import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { agentsVisible, listable } from "../accounts";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Count, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { limit, orderBy, type Paged, Paging } from "../kernel/operation/page";
import { type Actor, withPermission } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";

/**
 * Agents whose approval is pending, among those that this account's lists show. Rejected agents are not in the queue.
 */
const pendingCondition = (actor: Actor): Statement =>
  sql`NOT accounts.approved AND agents.rejected_at IS NULL AND ${agentsVisible(actor)} AND ${listable(actor)}`;

/** Sort fields of the queue. By default the longest waiting come first. */
export const sortFields = ["regTime", "username", "officeName"] as const;
type Sort = { sortField: (typeof sortFields)[number]; sortAsc: boolean };

export const PendingAgent = z
  .object({
    id: z.int(),
    username: z.string(),
    companyId: z.int(),
    officeName: z.string(),
    regTime: z.string(),
    active: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Username of the account that created the agent. */
    createdBy: z.string().nullable(),
  })
  .meta({ id: "PendingAgent", description: "An agent who waits for approval." });

const sortColumns = {
  username: sql`accounts.username COLLATE by_name`,
  officeName: sql`office_name COLLATE by_name`,
  regTime: sql`registered_at`,
};

const agentColumns = selectColumns(Agent, ["id", "companyId", "firstName", "lastName", "email"]);
const accountColumns = selectColumns(Account, ["username", "active"], { as: { regTime: "registeredAt" } });
const officeColumns = selectColumns(Office, ["officeName"]);
type Row = RowOf<typeof agentColumns> &
  RowOf<typeof accountColumns> &
  RowOf<typeof officeColumns> & { createdBy: string | null };

/** The agents whose approval is pending, all of them or one page. */
export async function listPending(actor: Actor, sort: Sort, page?: Paged): Promise<z.output<typeof PendingAgent>[]> {
  const pending = await queryRows<Row>(sql`
    SELECT ${agentColumns}, ${accountColumns}, ${officeColumns},
      (SELECT username FROM accounts creator WHERE creator.id = agents.created_by) AS "createdBy"
    FROM agents
    JOIN accounts ON accounts.id = agents.account_id
    JOIN offices ON offices.id = agents.company_id
    WHERE ${pendingCondition(actor)} ${orderBy(sortColumns, sort, sql`agents.id`)} ${page ? limit(page) : nothing}`);
  return pending.map((row) => ({ ...row, regTime: isoTime(row.regTime) }));
}

/** All agents whose approval is pending. */
export const list = query({
  name: "approvals.list",
  does: "list agents that wait for approval",
  allow: withPermission("APPROVE_AGENTS"),
  input: Paging(sortFields, "regTime").pick({ sortField: true, sortAsc: true }),
  output: z.array(PendingAgent),
  run: ({ actor }, sort) => listPending(actor, sort),
});

/** The number of agents whose approval is pending. The menu's badge polls it every few seconds. */
export const count = query({
  name: "approvals.count",
  does: "count agents that wait for approval",
  allow: withPermission("APPROVE_AGENTS"),
  quiet: true,
  autocommit: true,
  input: Nothing,
  output: Count,
  run: async ({ actor }) => ({ count: await countPending(actor) }),
});

export async function countPending(actor: Actor): Promise<number> {
  const row = await queryOne<{ count: number }>(sql`SELECT (${pendingCount(actor)}) AS count`);
  return row?.count ?? 0;
}

/** The same count as a value in the statement that every page runs. */
export const pendingCount = (actor: Actor): Statement =>
  sql`SELECT count(*)::int FROM agents JOIN accounts ON accounts.id = agents.account_id WHERE ${pendingCondition(actor)}`;
