import { z } from "zod";
import { Account, Agent, Office } from "~models";
import {
  agentsVisible,
  findOneVisible,
  loginBlocked,
  loginEnabled,
  ShownPassword,
  showPassword as showPasswordOf,
  visiblePassword,
} from "../accounts";
import { type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { Id, Text } from "../kernel/operation/input";
import { type Call, query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, levels, hasRole } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { resolveAgent } from "./require-agent";
import { enabledSiteCount, sitesOf } from "./sites-of";

/** The fields that an agent has both in lists and on its own. */
export const AgentListItem = z
  .object({
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
  })
  .meta({ id: "AgentInList", description: "An agent in a list." });

/** An agent as returned by calls. `sites` are the sites of their office; they sell those with `enable` true. */
export const AgentOutput = AgentListItem.extend({
  accountId: z.int(),
  officeName: z.string(),
  mustRead: z.string(),
  sites: z.array(z.object({ siteId: z.int(), sitename: z.string(), enable: z.boolean() })),
  siteIds: z.array(z.int()),
  /** Reason, author and time of the last suspension or activation. */
  statusReason: z.string().nullable(),
  statusBy: z.string().nullable(),
  statusAt: z.string().nullable(),
  /** Username of the account that created the agent. */
  createdBy: z.string().nullable(),
  /** Reason, author and time of the rejection, while the agent is rejected. */
  rejectionReason: z.string().nullable(),
  rejectedBy: z.string().nullable(),
  rejectedAt: z.string().nullable(),
}).meta({ id: "Agent", description: "An agent. They sell the sites with `enable` true." });
export type AgentOutput = z.output<typeof AgentOutput>;

const agentColumns = selectColumns(Agent, [
  ...(["id", "accountId", "companyId", "firstName", "lastName", "email", "campaignId", "migrated"] as const),
  "rejectedAt",
]);
const accountColumns = selectColumns(Account, [
  ...(["username", "passwordSealed", "active", "hidden", "approved", "registeredAt", "lastLoginAt"] as const),
  ...(["loginCount", "version"] as const),
]);
const officeColumns = selectColumns(Office, ["officeName"]);
const agentDetailColumns = selectColumns(Agent, ["mustRead", "rejectionReason"]);
const accountDetailColumns = selectColumns(Account, ["statusReason", "statusAt"]);

/** Columns of the joined agents, accounts and offices, under these names, evaluated as of now. */
export const agentListColumns = (actor: Actor) =>
  sql`${agentColumns}, ${accountColumns}, ${officeColumns}, ${loginBlocked()} AS "loginBlocked", ${loginEnabled()} AS "loginEnabled", (${enabledSiteCount(actor)}) AS "sitesCount"`;

export const agentTables = sql`agents JOIN accounts ON accounts.id = agents.account_id
  JOIN offices ON offices.id = agents.company_id`;

export type AgentRow = RowOf<typeof agentColumns> &
  RowOf<typeof accountColumns> &
  RowOf<typeof officeColumns> & { loginBlocked: boolean; loginEnabled: boolean; sitesCount: number };

/** Shown on screens beside the fields of the calls. */
export const AgentScreenState = z.object({
  /** The approval was refused. */
  rejected: z.boolean(),
  /** The sign-in was disabled and is enabled until the next 01:00. */
  loginEnabled: z.boolean(),
});

export type AgentOnScreen = z.input<typeof AgentListItem> & z.input<typeof AgentScreenState>;

/** A row as this account may see it. In lists, only admins see the office's name. */
export function toListItem(actor: Actor, row: AgentRow): AgentOnScreen {
  const { accountId, companyId, passwordSealed, registeredAt, lastLoginAt } = row;
  // Fields are listed by name: spreading a row this wide creates a dictionary-mode object, at a tenth of the page's
  // CPU.
  return {
    id: row.id,
    companyId,
    officeId: companyId,
    officeName: hasRole(actor, "admin") ? row.officeName : undefined,
    firstName: row.firstName,
    lastName: row.lastName,
    username: row.username,
    plainPassword: visiblePassword(actor, { accountId, role: levels.agent, companyId, passwordSealed }),
    email: row.email,
    campaignId: row.campaignId,
    active: row.active,
    hidden: row.hidden,
    loginBlocked: row.loginBlocked,
    loginEnabled: row.loginEnabled,
    approved: row.approved,
    rejected: row.rejectedAt !== null,
    migrated: row.migrated,
    regTime: isoTime(registeredAt),
    lastLoginTime: lastLoginAt && isoTime(lastLoginAt),
    loginCount: row.loginCount,
    sitesCount: row.sitesCount,
    version: row.version,
  };
}

type AgentDetailRow = AgentRow &
  RowOf<typeof agentDetailColumns> &
  RowOf<typeof accountDetailColumns> &
  Record<"statusBy" | "createdBy" | "rejectedBy", string | null>;

const usernameOf = (accountId: Statement) => sql`(SELECT username FROM accounts who WHERE who.id = ${accountId})`;

/** The agent, if the account may see them, with the id of the agent's own account. Throws 404. */
export async function readAgent(
  { actor, revealed }: Pick<Call, "actor" | "revealed">,
  id: number,
): Promise<AgentOutput & AgentOnScreen> {
  const row = await queryOne<AgentDetailRow>(sql`
    SELECT ${agentListColumns(actor)}, ${agentDetailColumns}, ${accountDetailColumns},
      ${usernameOf(sql`accounts.status_by`)} AS "statusBy", ${usernameOf(sql`agents.created_by`)} AS "createdBy",
      ${usernameOf(sql`agents.rejected_by`)} AS "rejectedBy"
    FROM ${agentTables} WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!row) throw noSuch("agent");
  const sites = await sitesOf(id);
  const agent = toListItem(actor, row);
  if (agent.plainPassword !== undefined) revealed([row.username]);
  const { accountId, officeName, mustRead, statusReason, statusBy, statusAt } = row;
  const { createdBy, rejectionReason, rejectedBy, rejectedAt } = row;
  return {
    ...agent,
    ...{ officeName, mustRead, statusReason, statusBy, statusAt: statusAt && isoTime(statusAt), accountId },
    ...{ createdBy, rejectionReason, rejectedBy, rejectedAt: rejectedAt && isoTime(rejectedAt) },
    sites: sites.map(({ siteId, sitename, enable }) => ({ siteId, sitename, enable })),
    siteIds: sites.filter(({ enable }) => enable).map(({ siteId }) => siteId),
  };
}

/** One agent with all fields. */
export const read = query({
  name: "agents.read",
  does: "read agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: AgentOutput,
  run: (call, { id }) => readAgent(call, id),
});

/** One agent for their page: without the password, so that opening it reveals none. */
export const card = query({
  name: "agents.card",
  does: "read agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: AgentOutput.omit({ plainPassword: true, sites: true, siteIds: true }).extend(AgentScreenState.shape),
  run: ({ actor, revealed }, { id }) => readAgent({ actor: { ...actor, scope: "read" }, revealed }, id),
});

/** The password of one agent. */
export const showPassword = query({
  name: "agents.showPassword",
  does: "see passwords",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: ShownPassword,
  run: (call, { id }) =>
    showPasswordOf(call, async () => {
      const agent = await findOneVisible(Agent, call.actor, id);
      return { owner: agent, role: levels.agent, companyId: agent.companyId };
    }),
});

const chosenColumns = selectColumns(Agent, ["id", "companyId"]);
const standingColumns = selectColumns(Account, ["username", "active", "hidden"]);

/** The agent of a screen that is about one agent when its filter names one; null for others, and for agents themselves. */
export const chosen = query({
  name: "agents.chosen",
  does: "read agents",
  allow: atLeast("agent"),
  input: z.object({ agentId: z.union([Id, Text()]).optional() }),
  output: AgentOutput.pick({ id: true, companyId: true, username: true, active: true, hidden: true }).nullable(),
  async run({ actor }, { agentId }) {
    if (agentId === undefined || !hasRole(actor, "company")) return null;
    const id = await resolveAgent(actor, agentId);
    const agent = await queryOne<RowOf<typeof chosenColumns> & RowOf<typeof standingColumns>>(sql`
      SELECT ${chosenColumns}, ${standingColumns} FROM ${agentTables}
      WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
    return agent ?? null;
  },
});
