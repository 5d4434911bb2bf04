import { maySignIn } from "../accounts";
import { now } from "../kernel/clock";
import { config } from "../kernel/config";
import { autocommit, prepared, run, writing } from "../kernel/database";
import type { From } from "../kernel/operation";
import { hasReplicas } from "../kernel/replicas";
import { type Actor, type Asker, levels, permissions, type RoleLevel, type Scope } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql, type Statement } from "../kernel/sql";
import { CLIENT_PREFIX, live } from "./remote-tokens/live";

const TOUCH_AFTER = 60_000;

export type Seen = Pick<From, "ip" | "userAgent">;

/** Who holds the browser session whose cookie carries `token`; null when it is over. */
export const askerOfSession = (token: string, seen: Seen): Promise<Asker> => askerOf("browser", token, seen);

/** Who holds a bearer or client token; null when it is unknown, expired or ended. */
export const askerOfBearer = async (token: string, seen: Seen): Promise<Asker> =>
  (token.startsWith(CLIENT_PREFIX) ? await askerOfClientToken(token) : null) ?? (await askerOf("bearer", token, seen));

type Found = {
  session_id: number | null;
  client_token_id: number | null;
  scope: Scope;
  by: string | null;
  seen_at: Date | null;
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

/** The account with what its role has beside, by the session or token `from`. */
const found = (own: Statement, from: Statement): Statement => sql`
  SELECT ${own}, accounts.id, accounts.username, accounts.role,
         agents.id AS agent_id, offices.id AS company_id, offices.office_name,
         admins.earning_visible, admins.approve_agents, admins.show_suspend, admins.show_common_logs,
         ${hasReplicas() ? changedAt : sql`NULL`} AS changed_at
  FROM ${from}
  LEFT JOIN agents ON agents.account_id = accounts.id
  LEFT JOIN offices ON offices.account_id = accounts.id OR offices.id = agents.company_id
  LEFT JOIN admins ON admins.account_id = accounts.id`;

// Read anew for each request, and from the primary: a replica may not know yet that the account was blocked.
async function askerOf(kind: "browser" | "bearer", token: string, seen: Seen): Promise<Asker> {
  const own = sql`s.id AS session_id, NULL::int AS client_token_id, s.scope, s.last_seen_at AS seen_at, maker.username AS by`;
  const from = sql`sessions s JOIN accounts ON accounts.id = s.account_id AND accounts.role = s.role
    LEFT JOIN remote_tokens t ON t.id = s.remote_token_id
    LEFT JOIN accounts maker ON maker.id = t.created_by AND maker.id <> t.account_id`;
  const row = await autocommit("write", () =>
    prepared<Found>(sql`
      ${found(own, from)}
      WHERE s.hash = ${tokenHash(token)} AND s.kind = ${kind} AND s.ended_at IS NULL AND s.expires_at > ${now()}
        AND ${maySignIn()}`),
  );
  if (!row) return null;
  if (isDue(row)) {
    await writing(() =>
      run(sql`
        UPDATE sessions SET last_seen_at = ${now()}, ip = ${seen.ip}::inet, user_agent = ${seen.userAgent}
        WHERE id = ${row.session_id}`),
    );
  }
  return actorOf(row);
}

/** A client token that is sent as the bearer itself. It is always its owner's: `by` is nobody. */
async function askerOfClientToken(token: string): Promise<Asker> {
  const own = sql`NULL::bigint AS session_id, t.id AS client_token_id, t.scope, t.last_used_at AS seen_at, NULL AS by`;
  const from = sql`remote_tokens t JOIN accounts ON accounts.id = t.account_id`;
  const row = await autocommit("write", () =>
    prepared<Found>(sql`
      ${found(own, from)} WHERE t.hash = ${tokenHash(token)} AND t.kind = 'client' AND ${live()}`),
  );
  if (!row) return null;
  if (isDue(row)) {
    await writing(() => run(sql`UPDATE remote_tokens SET last_used_at = ${now()} WHERE id = ${row.client_token_id}`));
  }
  return actorOf(row);
}

const isDue = ({ seen_at: at }: Found): boolean => now().getTime() - (at?.getTime() ?? 0) > TOUCH_AFTER;

function actorOf(row: Found): Actor {
  const superadmin = row.role === levels.superadmin;
  const granted = { APPROVE_AGENTS: row.approve_agents, SHOW_COMMON_LOGS: row.show_common_logs };
  return {
    accountId: row.id,
    username: row.username,
    role: row.role,
    agentId: row.agent_id,
    companyId: row.company_id,
    officeName: row.office_name,
    permissions: permissions.filter((name) => superadmin || granted[name] === true),
    earningVisible: superadmin || row.earning_visible === true,
    // Hidden from admins without the flag alone: a manager works with his suspended agents.
    showSuspend: row.role !== levels.admin || row.show_suspend === true,
    designated: superadmin && row.username.toLowerCase() === config().DESIGNATED_USERNAME?.toLowerCase(),
    sessionId: row.session_id,
    clientTokenId: row.client_token_id,
    scope: row.scope,
    by: row.by,
    changedAt: row.changed_at,
  };
}
