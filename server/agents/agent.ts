import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { agentsVisible, loginBlocked, shownPassword } from "../accounts";
import { one } from "../kernel/database";
import type { Call } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { type Actor, levels, reaches } from "../kernel/roles";
import { type RowOf, selected, sql } from "../kernel/sql";
import { inForce, sitesOf } from "./sites-of";

/**
 * What a list and the agent itself have in common.
 * SQL by hand: a page of the list with its counts is one statement, and one agent is answered as the list does.
 */
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
export const AgentOutput = Listed.extend({
  officeName: z.string(),
  mustRead: z.string(),
  sites: z.array(z.object({ siteId: z.int(), sitename: z.string(), enable: z.boolean() })),
  siteIds: z.array(z.int()),
  /** Why, by whom and when he was suspended or activated last. */
  statusReason: z.string().nullable(),
  statusBy: z.string().nullable(),
  statusAt: z.string().nullable(),
});
export type AgentOutput = z.output<typeof AgentOutput>;

const ofAgent = selected(Agent, [
  ...(["id", "accountId", "companyId", "firstName", "lastName", "email", "campaignId", "migrated"] as const),
]);
const ofAccount = selected(Account, [
  ...(["username", "passwordSealed", "active", "hidden", "approved", "registeredAt", "lastLoginAt"] as const),
  ...(["loginCount", "version"] as const),
]);
const ofOffice = selected(Office, ["officeName"]);
const wholeAgent = selected(Agent, ["mustRead"]);
const wholeAccount = selected(Account, ["statusReason", "statusAt"]);

/** Columns of agents, accounts and offices, joined under these names, as they are at this moment. */
export const columns = () =>
  sql`${ofAgent}, ${ofAccount}, ${ofOffice}, ${loginBlocked()} AS "loginBlocked", (${inForce}) AS "sitesCount"`;

export const joined = sql`agents JOIN accounts ON accounts.id = agents.account_id
  JOIN offices ON offices.id = agents.company_id`;

export type AgentRow = RowOf<typeof ofAgent> &
  RowOf<typeof ofAccount> &
  RowOf<typeof ofOffice> & { loginBlocked: boolean; sitesCount: number };

/** A row as this account may see it. In lists the office's name is the admins'. */
export function listed(actor: Actor, row: AgentRow): z.input<typeof Listed> {
  const { accountId, companyId, passwordSealed, registeredAt, lastLoginAt } = row;
  // Every field by its name: a spread of so wide a row makes a dictionary of each, at a tenth of the page's CPU.
  return {
    id: row.id,
    companyId,
    officeId: companyId,
    officeName: reaches(actor, "admin") ? row.officeName : undefined,
    firstName: row.firstName,
    lastName: row.lastName,
    username: row.username,
    plainPassword: shownPassword(actor, { accountId, role: levels.agent, companyId, passwordSealed }),
    email: row.email,
    campaignId: row.campaignId,
    active: row.active,
    hidden: row.hidden,
    loginBlocked: row.loginBlocked,
    approved: row.approved,
    migrated: row.migrated,
    regTime: isoTime(registeredAt),
    lastLoginTime: lastLoginAt && isoTime(lastLoginAt),
    loginCount: row.loginCount,
    sitesCount: row.sitesCount,
    version: row.version,
  };
}

type WholeRow = AgentRow & RowOf<typeof wholeAgent> & RowOf<typeof wholeAccount> & { statusBy: string | null };

/** The agent, if the account may know of him, and the id of his own account. Throws 404. */
export async function readAgent({ actor, revealed }: Call, id: number): Promise<AgentOutput & { accountId: number }> {
  const row = await one<WholeRow>(sql`
    SELECT ${columns()}, ${wholeAgent}, ${wholeAccount},
      (SELECT username FROM accounts who WHERE who.id = accounts.status_by) AS "statusBy"
    FROM ${joined} WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!row) throw notFound();
  const sites = await sitesOf(id);
  const agent = listed(actor, row);
  if (agent.plainPassword !== undefined) revealed([row.username]);
  const { accountId, officeName, mustRead, statusReason, statusBy, statusAt } = row;
  return {
    ...agent,
    ...{ officeName, mustRead, statusReason, statusBy, statusAt: statusAt && isoTime(statusAt), accountId },
    sites: sites.map(({ siteId, sitename, enable }) => ({ siteId, sitename, enable })),
    siteIds: sites.filter(({ enable }) => enable).map(({ siteId }) => siteId),
  };
}
