import { maySignIn } from "../accounts";
import { now } from "../kernel/clock";
import { config } from "../kernel/config";
import { alone, prepared, run, writing } from "../kernel/database";
import type { From } from "../kernel/operation";
import { hasReplicas } from "../kernel/replicas";
import { type Actor, type Asker, levels, permissions, type RoleLevel } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";

const TOUCH_AFTER = 60_000;

export type Seen = Pick<From, "ip" | "userAgent">;

/** Who holds the browser session whose cookie carries `token`; null when it is over. */
export const askerOfSession = (token: string, seen: Seen): Promise<Asker> => askerOf("browser", token, seen);

/** Who holds a bearer token; null when it is unknown, expired or ended. */
export const askerOfBearer = (token: string, seen: Seen): Promise<Asker> => askerOf("bearer", token, seen);

type Found = {
  session_id: number;
  scope: "all" | "read";
  last_seen_at: Date;
  id: number;
  username: string;
  role: RoleLevel;
  agent_id: number | null;
  company_id: number | null;
  office_name: string | null;
  earning_visible: boolean | null;
  approve_agents: boolean | null;
  show_suspend: boolean | null;
  show_common_logs: boolean | null;
  changed_at: number | null;
};

const changedAt = sql`
  (SELECT (extract(epoch FROM changed_at) * 1000)::float8 FROM own_changes WHERE account_id = accounts.id)`;

// Read anew for each request, and from the writer: a replica may not know yet that the account was blocked.
async function askerOf(kind: "browser" | "bearer", token: string, seen: Seen): Promise<Asker> {
  const found = await alone(() =>
    prepared<Found>(sql`
      SELECT s.id AS session_id, s.scope, s.last_seen_at, accounts.id, accounts.username, accounts.role,
             agents.id AS agent_id, offices.id AS company_id, offices.office_name,
             admins.earning_visible, admins.approve_agents, admins.show_suspend, admins.show_common_logs,
             ${hasReplicas() ? changedAt : sql`NULL`} AS changed_at
      FROM sessions s
      JOIN accounts ON accounts.id = s.account_id AND accounts.role = s.role
      LEFT JOIN agents ON agents.account_id = accounts.id
      LEFT JOIN offices ON offices.account_id = accounts.id OR offices.id = agents.company_id
      LEFT JOIN admins ON admins.account_id = accounts.id
      WHERE s.hash = ${tokenHash(token)} AND s.kind = ${kind} AND s.ended_at IS NULL AND s.expires_at > ${now()}
        AND ${maySignIn()}`),
  );
  if (!found) return null;
  if (now().getTime() - found.last_seen_at.getTime() > TOUCH_AFTER) {
    await writing(() =>
      run(sql`
        UPDATE sessions SET last_seen_at = ${now()}, ip = ${seen.ip}::inet, user_agent = ${seen.userAgent}
        WHERE id = ${found.session_id}`),
    );
  }
  return actorOf(found);
}

function actorOf(found: Found): Actor {
  const superadmin = found.role === levels.superadmin;
  const granted = { APPROVE_AGENTS: found.approve_agents, SHOW_COMMON_LOGS: found.show_common_logs };
  return {
    accountId: found.id,
    username: found.username,
    role: found.role,
    agentId: found.agent_id,
    companyId: found.company_id,
    officeName: found.office_name,
    permissions: permissions.filter((name) => superadmin || granted[name] === true),
    earningVisible: superadmin || found.earning_visible === true,
    // Hidden from admins without the flag alone: a manager works with his suspended agents.
    showSuspend: found.role !== levels.admin || found.show_suspend === true,
    designated: superadmin && found.username.toLowerCase() === config().DESIGNATED_USERNAME?.toLowerCase(),
    sessionId: found.session_id,
    scope: found.scope,
    changedAt: found.changed_at,
  };
}
