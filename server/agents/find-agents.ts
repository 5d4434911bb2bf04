import { z } from "zod";
import { Office } from "~models";
import { agentsVisible, findOneVisible, listable, loginBlocked } from "../accounts";
import type { Call } from "../kernel/operation/operation";
import type { Followed } from "../kernel/operation/cursor";
import { orderBy, type Paged, pageOfRow, queryPage } from "../kernel/operation/page";
import { invalid, noSuch } from "../kernel/operation/refusal";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { all, nothing, sql, type Statement } from "../kernel/database/sql";
import { joinListableSites } from "../sites";
import { type AgentRow, agentListColumns, type AgentOnScreen, agentTables, toListItem } from "./agent";
import { figureJoins } from "./figures";

export const sortFields = [
  ...(["username", "officeName", "regTime", "lastLoginTime", "loginCount", "active", "sitesCount", "id"] as const),
] as const;
/** The sort fields of the screen, which also has figures. */
export const screenSortFields = [...sortFields, "sales", "lastSale"] as const;
export type Sort = { sortField: (typeof screenSortFields)[number]; sortAsc: boolean };

const sortColumns: Record<Sort["sortField"], Statement> = {
  username: sql`accounts.username COLLATE by_name`,
  officeName: sql`office_name COLLATE by_name`,
  regTime: sql`accounts.registered_at`,
  lastLoginTime: sql`accounts.last_login_at`,
  loginCount: sql`accounts.login_count`,
  active: sql`accounts.active`,
  sitesCount: sql`coalesce(sold.count, 0)`,
  sales: sql`coalesce(sold.figure, 0)`,
  lastSale: sql`sold.figure`,
  id: sql`agents.id`,
};

// Normally the sites are counted only for the agents on the page. Sorting by the count needs all agents, so one join
// counts them.
const siteCountJoin = (actor: Actor) => sql`LEFT JOIN (
  SELECT agent_id, count(*) FROM agent_sites JOIN agents ON agents.id = agent_id
  JOIN office_sites USING (company_id, site_id) ${joinListableSites(actor)}
  GROUP BY agent_id) sold ON sold.agent_id = agents.id`;

const sortJoins: Partial<Record<Sort["sortField"], (actor: Actor) => Statement>> = {
  sitesCount: siteCountJoin,
  ...figureJoins,
};

/** The fields that can be searched or filtered by. */
export const searchColumns = () => ({
  username: sql`accounts.username`,
  firstName: sql`first_name`,
  lastName: sql`last_name`,
  email: sql`email`,
  campaignId: sql`campaign_id`,
  active: sql`accounts.active`,
  hidden: sql`accounts.hidden`,
  loginBlocked: loginBlocked(),
  approved: sql`accounts.approved`,
  migrated: sql`migrated`,
  companyId: sql`agents.company_id`,
  id: sql`agents.id`,
});

export const Approval = z.enum(["waiting", "rejected", "approved"], "Please choose one from the list.");

/** Conditions on the agents by the state of their approval. */
export const approvalConditions: Record<z.output<typeof Approval>, Statement> = {
  waiting: sql`NOT accounts.approved AND agents.rejected_at IS NULL`,
  rejected: sql`NOT accounts.approved AND agents.rejected_at IS NOT NULL`,
  approved: sql`accounts.approved`,
};

/** A page of the agents that match the condition and that this account's lists show. */
export async function findAgents(
  { actor, revealed }: Call,
  condition: Statement,
  query: Sort & Paged & { row?: number | undefined; after?: string | undefined },
): Promise<{ items: AgentOnScreen[]; total: number; page: number } & Followed> {
  const { from, where, order } = listing(actor, condition, query);
  const paging = { ...query, page: await pageOfRow({ from, where, order }, sql`agents.id`, query) };
  const cursor = { name: "agents", id: sql`agents.id` };
  const { rows: page, ...counted } = await queryPage<AgentRow>(
    { columns: agentListColumns(actor), from, where, order, cursor, countFrom: agentTables },
    paging,
  );
  const items = page.map((row) => toListItem(actor, row));
  revealed(items.flatMap(({ username, plainPassword }) => (plainPassword === undefined ? [] : [username])));
  return { items, ...counted, page: paging.page };
}

/** The tables, condition and order of a list of agents. */
export function listing(actor: Actor, condition: Statement, sort: Sort) {
  if (sort.sortField === "officeName" && !hasRole(actor, "admin")) {
    throw invalid({ sortField: ["This column cannot be sorted."] });
  }
  return {
    from: sql`${agentTables} ${sortJoins[sort.sortField]?.(actor) ?? nothing}`,
    where: all([agentsVisible(actor), hasRole(actor, "admin") && listable(actor), condition]),
    order: orderBy(sortColumns, sort, sql`agents.id`),
  };
}

/** Requires that the account may see the office named in a filter. Throws 404. */
export async function requireOfficeOfFilter(actor: Actor, id: unknown): Promise<void> {
  const officeId = Number(id);
  if (!Number.isInteger(officeId) || String(officeId) !== String(id)) throw noSuch("office");
  await findOneVisible(Office, actor, officeId);
}
