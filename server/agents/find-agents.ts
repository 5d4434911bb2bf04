import type { z } from "zod";
import { Office } from "~models";
import { agentsVisible, findOneVisible, listable, loginBlocked } from "../accounts";
import type { Call } from "../kernel/operation/operation";
import { orderBy, type Paged, queryPage } from "../kernel/operation/page";
import { invalid, notFound } from "../kernel/operation/refusal";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { all, nothing, sql, type Statement } from "../kernel/database/sql";
import { type AgentRow, agentListColumns, agentTables, toListItem, type AgentListItem } from "./agent";

export const sortFields = [
  ...(["username", "officeName", "regTime", "lastLoginTime", "loginCount", "active", "sitesCount"] as const),
] as const;
type Sort = { sortField: (typeof sortFields)[number]; sortAsc: boolean };

const sortColumns: Record<Sort["sortField"], Statement> = {
  username: sql`lower(accounts.username)`,
  officeName: sql`lower(office_name)`,
  regTime: sql`accounts.registered_at`,
  lastLoginTime: sql`accounts.last_login_at`,
  loginCount: sql`accounts.login_count`,
  active: sql`accounts.active`,
  sitesCount: sql`coalesce(sold.count, 0)`,
};

// Normally the sites are counted only for the agents on the page. Sorting by the count needs all agents, so one join
// counts them.
const siteCountJoin = sql`LEFT JOIN (
  SELECT agent_id, count(*) FROM agent_sites JOIN agents ON agents.id = agent_id
  JOIN office_sites USING (company_id, site_id) GROUP BY agent_id) sold ON sold.agent_id = agents.id`;

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

/** SQL by hand: a page of the agents that match the condition and that this account's lists show. */
export async function findAgents(
  { actor, revealed }: Call,
  condition: Statement,
  paging: Sort & Paged,
): Promise<{ items: z.input<typeof AgentListItem>[]; total: number }> {
  if (paging.sortField === "officeName" && !hasRole(actor, "admin")) {
    throw invalid({ sortField: ["This column cannot be sorted."] });
  }
  const where = all([agentsVisible(actor), hasRole(actor, "admin") && listable(actor), condition]);
  const order = orderBy(sortColumns, paging, sql`agents.id`);
  const from = sql`${agentTables} ${paging.sortField === "sitesCount" ? siteCountJoin : nothing}`;
  const { rows: page, total } = await queryPage<AgentRow>(
    { columns: agentListColumns(), from, where, order, countFrom: agentTables },
    paging,
  );
  const items = page.map((row) => toListItem(actor, row));
  revealed(items.flatMap(({ username, plainPassword }) => (plainPassword === undefined ? [] : [username])));
  return { items, total };
}

/** Requires that the account may see the office named in a filter. Throws 404. */
export async function requireOfficeOfFilter(actor: Actor, id: unknown): Promise<void> {
  const officeId = Number(id);
  if (!Number.isInteger(officeId) || String(officeId) !== String(id)) throw notFound();
  await findOneVisible(Office, actor, officeId);
}
