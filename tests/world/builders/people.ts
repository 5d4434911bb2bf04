import { hash } from "@node-rs/argon2";
import { execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { type Actor, levels, type RoleName } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { PASSWORD } from "../shared";
import { onlyRow } from "./only-row";

type Standing = {
  username?: string;
  /** In plain text; by default that of all tests. */
  password?: string;
  active?: boolean;
  hidden?: boolean;
  approved?: boolean;
  loginBlocked?: boolean;
};
export type Account = { accountId: number; username: string; actor: Actor };
export type Office = Account & { id: number; officeName: string; agents: Agent[] };
export type Agent = Account & { id: number; companyId: number };

let made = 0;
/** A name unique among all tests, at most 10 characters. */
const fresh = (letter: string) => `${letter}${process.pid.toString(36).slice(-3)}${(++made).toString(36)}`;

/** An office with its manager's account and optional agents. */
export async function anOffice(
  given: Standing & { officeName?: string; agents?: number; preferredDomainId?: number } = {},
): Promise<Office> {
  return writeTransaction(async () => {
    const account = await anAccount("company", given);
    const officeName = given.officeName ?? `Office ${account.username}`;
    const office = await onlyRow<{ id: number }>(sql`
      INSERT INTO offices (account_id, office_name, man_first_name, man_last_name, preferred_domain_id)
      VALUES (${account.id}, ${officeName}, 'Mara', 'Lind', ${given.preferredDomainId ?? null}) RETURNING id`);
    const { id } = office;
    const actor = actorOf(account, "company", { companyId: id, officeName });
    const made: Office = { id, accountId: account.id, username: account.username, officeName, agents: [], actor };
    for (let i = 0; i < (given.agents ?? 0); i++) made.agents.push(await anAgent({ office: made }));
    return made;
  });
}

/** An agent of an office (a new one by default), employed there since 2020. */
export async function anAgent(
  given: Standing & { office?: Pick<Office, "id" | "officeName">; firstName?: string; lastName?: string } = {},
): Promise<Agent> {
  return writeTransaction(async () => {
    const office = given.office ?? (await anOffice());
    const account = await anAccount("agent", given);
    const agent = await onlyRow<{ id: number }>(sql`
      INSERT INTO agents (account_id, company_id, first_name, last_name)
      VALUES (${account.id}, ${office.id}, ${given.firstName ?? "Ada"}, ${given.lastName ?? account.username})
      RETURNING id`);
    const { id } = agent;
    await execute(sql`
      INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${id}, ${office.id}, '2020-01-01 00:00-05')`);
    const actor = actorOf(account, "agent", { agentId: id, companyId: office.id, officeName: office.officeName });
    return { id, companyId: office.id, accountId: account.id, username: account.username, actor };
  });
}

/** An admin with the given flags, or with all by default. */
export async function anAdmin(
  given: Standing & {
    earningVisible?: boolean;
    showSuspend?: boolean;
    approveAgents?: boolean;
    showCommonLogs?: boolean;
  } = {},
): Promise<Account> {
  return writeTransaction(async () => {
    const account = await anAccount("admin", given);
    const { earningVisible = true, showSuspend = true, approveAgents = true, showCommonLogs = true } = given;
    await execute(sql`
      INSERT INTO admins (account_id, email, earning_visible, approve_agents, show_suspend, show_common_logs)
      VALUES (${account.id}, ${`${account.username}@example.org`}, ${earningVisible}, ${approveAgents},
        ${showSuspend}, ${showCommonLogs})`);
    const permissions: Actor["permissions"] = [
      ...(approveAgents ? (["APPROVE_AGENTS"] as const) : []),
      ...(showCommonLogs ? (["SHOW_COMMON_LOGS"] as const) : []),
    ];
    const actor = actorOf(account, "admin", { earningVisible, showSuspend, permissions });
    return { accountId: account.id, username: account.username, actor };
  });
}

export async function aSuperadmin(given: Standing & { designated?: boolean } = {}): Promise<Account> {
  return writeTransaction(async () => {
    const account = await anAccount("superadmin", given);
    const actor = actorOf(account, "superadmin", {
      earningVisible: true,
      showSuspend: true,
      permissions: ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"],
      designated: given.designated ?? false,
    });
    return { accountId: account.id, username: account.username, actor };
  });
}

async function anAccount(role: RoleName, given: Standing): Promise<{ id: number; username: string }> {
  const username = given.username ?? fresh(role.charAt(0));
  // Cheap parameters, because tests sign in often; a hash contains its own.
  const passwordHash = await hash(given.password ?? PASSWORD, { memoryCost: 64, timeCost: 1 });
  const account = await onlyRow<{ id: number }>(sql`
    INSERT INTO accounts (role, username, password_hash, active, hidden, approved, login_blocked)
    VALUES (${levels[role]}, ${username}, ${passwordHash}, ${given.active ?? true}, ${given.hidden ?? false},
      ${given.approved ?? true}, ${given.loginBlocked ?? false})
    RETURNING id`);
  return { id: account.id, username };
}

function actorOf(account: { id: number; username: string }, role: RoleName, more: Partial<Actor>): Actor {
  return {
    accountId: account.id,
    username: account.username,
    role: levels[role],
    agentId: null,
    companyId: null,
    officeName: null,
    permissions: [],
    earningVisible: false,
    showSuspend: false,
    designated: false,
    sessionId: null,
    scope: "all",
    ...more,
  };
}
