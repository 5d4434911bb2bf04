import { z } from "zod";
import { agentsVisible, loginBlocked, shownPassword } from "../accounts";
import { one } from "../kernel/database";
import type { Call } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { type Actor, levels, reaches } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { inForce, sitesOf } from "./sites-of";

/** What a list and the agent itself have in common. */
export const Listed = z.object({
  id: z.int(),
  companyId: z.int(),
  officeId: z.int(),
  officeName: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  plainPassword: z.string().optional(),
  email: z.string(),
  campaignId: z.string(),
  active: z.boolean(),
  hidden: z.boolean(),
  loginBlocked: z.boolean(),
  approved: z.boolean(),
  migrated: z.boolean(),
  regTime: z.string(),
  lastLoginTime: z.string().nullable(),
  loginCount: z.int(),
  sitesCount: z.int(),
  version: z.int(),
});

/** An agent as the calls show him. `sites` are those of his office; he sells where `enable` is true. */
export const Agent = Listed.extend({
  officeName: z.string(),
  mustRead: z.string(),
  sites: z.array(z.object({ siteId: z.int(), sitename: z.string(), enable: z.boolean() })),
  siteIds: z.array(z.int()),
  /** Why, by whom and when he was suspended or activated last. */
  statusReason: z.string().nullable(),
  statusBy: z.string().nullable(),
  statusAt: z.string().nullable(),
});
export type Agent = z.output<typeof Agent>;

/** Columns of agents, accounts and offices, joined under these names, as they are at this moment. */
export const columns = () => sql`agents.id, agents.account_id, agents.company_id, office_name, first_name, last_name,
  accounts.username, password_sealed, email, campaign_id, accounts.active, accounts.hidden,
  ${loginBlocked()} AS login_blocked, accounts.approved, migrated, accounts.registered_at, accounts.last_login_at,
  accounts.login_count, accounts.version, (${inForce}) AS sites_count`;

export const joined = sql`agents JOIN accounts ON accounts.id = agents.account_id
  JOIN offices ON offices.id = agents.company_id`;

export type AgentRow = {
  id: number;
  account_id: number;
  company_id: number;
  office_name: string;
  first_name: string;
  last_name: string;
  username: string;
  password_sealed: Buffer | null;
  email: string;
  campaign_id: string;
  active: boolean;
  hidden: boolean;
  login_blocked: boolean;
  approved: boolean;
  migrated: boolean;
  registered_at: Date;
  last_login_at: Date | null;
  login_count: number;
  sites_count: number;
  version: number;
};

/** A row as this account may see it. In lists the office's name is the admins'. */
export function listed(actor: Actor, row: AgentRow): z.input<typeof Listed> {
  const owner = { accountId: row.account_id, role: levels.agent, companyId: row.company_id };
  return {
    id: row.id,
    ...{ companyId: row.company_id, officeId: row.company_id },
    officeName: reaches(actor, "admin") ? row.office_name : undefined,
    ...{ firstName: row.first_name, lastName: row.last_name, username: row.username },
    plainPassword: shownPassword(actor, { ...owner, passwordSealed: row.password_sealed }),
    ...{ email: row.email, campaignId: row.campaign_id, active: row.active, hidden: row.hidden },
    ...{ loginBlocked: row.login_blocked, approved: row.approved, migrated: row.migrated },
    regTime: isoTime(row.registered_at),
    lastLoginTime: row.last_login_at && isoTime(row.last_login_at),
    ...{ loginCount: row.login_count, sitesCount: row.sites_count, version: row.version },
  };
}

type WholeRow = AgentRow & { must_read: string; reason: string | null; by: string | null; at: Date | null };

/** The agent, if the account may know of him, and the id of his own account. Throws 404. */
export async function readAgent({ actor, revealed }: Call, id: number): Promise<Agent & { accountId: number }> {
  const row = await one<WholeRow>(sql`
    SELECT ${columns()}, must_read, accounts.status_reason AS reason, accounts.status_at AS at,
      (SELECT username FROM accounts who WHERE who.id = accounts.status_by) AS by
    FROM ${joined} WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!row) throw notFound();
  const sites = await sitesOf(id);
  const agent = listed(actor, row);
  if (agent.plainPassword !== undefined) revealed([row.username]);
  return {
    ...agent,
    officeName: row.office_name,
    mustRead: row.must_read,
    sites: sites.map(({ siteId, sitename, enable }) => ({ siteId, sitename, enable })),
    siteIds: sites.filter(({ enable }) => enable).map(({ siteId }) => siteId),
    ...{ statusReason: row.reason, statusBy: row.by, statusAt: row.at && isoTime(row.at) },
    accountId: row.account_id,
  };
}
