import { Account, Admin, Agent, Office, RemoteToken, Session } from "~models";
import { isOpenSession, maySignIn } from "../accounts";
import { CONFIRMED_MS } from "../kernel/operation/permission";
import type { Day } from "../kernel/time";
import { now } from "../kernel/time/now";
import { config } from "../kernel/process/config";
import { autocommit, writeTransaction, queryOne } from "../kernel/database/transactions";
import type { CallOrigin } from "../kernel/operation/operation";
import { hasReplicas } from "../kernel/database/replicas";
import {
  type Actor,
  type Area,
  type Caller,
  type Due,
  levels,
  permissions,
  type Scope,
} from "../kernel/operation/roles";
import { hasPlausibleChecksum, tokenHash } from "../kernel/process/secrets";
import { type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { CLIENT_PREFIX, isActiveIfService, isLive, serviceName } from "./remote-tokens/tokens";
import { isOver, secondStepUntil } from "./two-step/required";
import { hasSecondStepSql } from "./two-step/second-step";
import { isOpenView } from "./view-as";

/** Prefix of the tokens of feeds. */
export const FEED_PREFIX = "feed_";

const TOUCH_INTERVAL_MS = 60_000;

export type ClientInfo = Pick<CallOrigin, "ip" | "userAgent"> & {
  /** A script of an open page made the request by itself. It does not count as a use of the session. */
  isBackground?: boolean;
};

/** The account of the browser session with this cookie `token`. Null if the session has ended. */
export const authenticateSession = (token: string, client: ClientInfo): Promise<Caller> =>
  authenticate("browser", token, client);

/** The account of a bearer or client token. Null if the token is unknown, expired or ended. */
export async function authenticateBearer(token: string, client: ClientInfo): Promise<Caller> {
  if (!token.startsWith(CLIENT_PREFIX)) return authenticate("bearer", token, client);
  if (!hasPlausibleChecksum(token, CLIENT_PREFIX)) return null;
  // A session token is random and may begin with the prefix of client tokens.
  return (await authenticateClientToken(token)) ?? (await authenticate("bearer", token, client));
}

const accountColumns = selectColumns(Account, ["id", "username", "role", "passwordSetByOther", "twoStepRequiredAt"]);
const agentColumns = selectColumns(Agent, [], { as: { agentId: "id" } });
const officeColumns = selectColumns(Office, ["officeName"], { as: { companyId: "id" } });
const sessionColumns = selectColumns(Session, ["scope", "confirmedAt", "viewerSessionId"], {
  from: "s",
  as: { sessionId: "id", seenAt: "lastSeenAt" },
});
const adminColumns = selectColumns(Admin, ["earningVisible", "approveAgents", "showSuspend", "showCommonLogs"]);
type CallerRow = RowOf<typeof accountColumns> &
  Nullable<RowOf<typeof agentColumns> & RowOf<typeof officeColumns> & RowOf<typeof adminColumns>> & {
    sessionId: number | null;
    clientTokenId: number | null;
    scope: Scope;
    areas: Area[] | null;
    service: string | null;
    by: string | null;
    opener: "password" | "link" | "client";
    viewerSessionId: number | null;
    confirmedAt: Date | null;
    seenAt: Date | null;
    changedAt: number | null;
    hasSecondStep: boolean | null;
  };

const changedAt = sql`
  (SELECT (extract(epoch FROM changed_at) * 1000)::float8 FROM own_changes WHERE account_id = accounts.id)`;

/** The areas and the name of the remote token `t` that is in use, or that opened the session. */
const limits = sql`t.areas, ${serviceName} AS service`;

/** Null while nobody needs a second step. */
const secondStep = () => (config().TWO_STEP === "optional" ? sql`NULL::boolean` : hasSecondStepSql(sql`accounts.id`));

/** Reads the account of the session or token `from`, with the columns of its role. */
const callerQuery = (credentialColumns: Statement, from: Statement): Statement => sql`
  SELECT ${credentialColumns}, ${accountColumns}, ${agentColumns}, ${officeColumns}, ${adminColumns}, ${hasReplicas() ? changedAt : sql`NULL`} AS "changedAt",
    ${secondStep()} AS "hasSecondStep"
  FROM ${from}
  LEFT JOIN agents ON agents.account_id = accounts.id
  LEFT JOIN offices ON offices.account_id = accounts.id OR offices.id = agents.company_id
  LEFT JOIN admins ON admins.account_id = accounts.id`;

// Read for each request, and from the primary: a replica may not yet have received a block of the account.
async function authenticate(kind: "browser" | "bearer", token: string, client: ClientInfo): Promise<Caller> {
  const credentialColumns = sql`
    ${sessionColumns}, NULL::int AS "clientTokenId", ${limits},
    coalesce(maker.username, viewer.username) AS by,
    CASE t.kind WHEN 'browser' THEN 'link' WHEN 'client' THEN 'client' ELSE 'password' END AS opener`;
  const from = sql`sessions s JOIN accounts ON accounts.id = s.account_id AND accounts.role = s.role
    LEFT JOIN remote_tokens t ON t.id = s.remote_token_id
    LEFT JOIN accounts maker ON maker.id = t.created_by AND maker.id <> t.account_id
    LEFT JOIN sessions viewing ON viewing.id = s.viewer_session_id
    LEFT JOIN accounts viewer ON viewer.id = viewing.account_id`;
  const hash = tokenHash(token);
  const row = await autocommit("write", () =>
    queryOne<CallerRow>(
      sql`
      ${callerQuery(credentialColumns, from)}
      WHERE s.hash = ${hash} AND s.kind = ${kind} AND ${isOpenSession(sql`s`)}
        AND ${maySignIn()} AND ${isActiveIfService} AND (s.viewer_session_id IS NULL OR ${isOpenView()})`,
      { plan: "prepared" },
    ),
  );
  if (!row) return null;
  if (isTouchDue(row) && !client.isBackground) await touch(row, client);
  return toActor(row);
}

/** For a client token sent as the bearer token. Only its owner can create one, so `by` is null. */
async function authenticateClientToken(token: string): Promise<Caller> {
  const credentialColumns = sql`
    NULL::bigint AS "sessionId", t.id AS "clientTokenId", t.scope, ${limits}, t.last_used_at AS "seenAt",
    NULL AS by, NULL::bigint AS "viewerSessionId", NULL::timestamptz AS "confirmedAt", 'client' AS opener`;
  const from = sql`remote_tokens t JOIN accounts ON accounts.id = t.account_id`;
  const hash = tokenHash(token);
  const row = await autocommit("write", () =>
    queryOne<CallerRow>(
      sql`
      ${callerQuery(credentialColumns, from)} WHERE t.hash = ${hash} AND t.kind = 'client' AND ${isLive()}`,
      { plan: "prepared" },
    ),
  );
  if (!row) return null;
  if (isTouchDue(row)) {
    await writeTransaction(() => RemoteToken.update({ lastUsedAt: now() }, { where: { hash } }));
  }
  return toActor(row);
}

const feedColumns = selectColumns(RemoteToken, ["viewId"], { from: "t", as: { seenAt: "lastUsedAt" } });

/** Columns of an account that has no session: what it set up earlier reads for it, and can change nothing. */
const reading = sql`
  NULL::bigint AS "sessionId", NULL::int AS "clientTokenId", 'read' AS scope,
  NULL::text[] AS areas, NULL AS service, NULL AS by, NULL::bigint AS "viewerSessionId",
  NULL::timestamptz AS "confirmedAt", 'client' AS opener`;

/** An account as it is now, for its mails. Null while it is suspended or may not sign in. */
export async function findReader(accountId: number): Promise<Caller> {
  const columns = sql`${reading}, NULL::timestamptz AS "seenAt"`;
  const row = await autocommit("write", () =>
    queryOne<CallerRow>(
      sql`${callerQuery(columns, sql`accounts`)} WHERE accounts.id = ${accountId} AND accounts.active AND ${maySignIn()}`,
    ),
  );
  return row ? toActor(row) : null;
}

/**
 * The view that a feed answers, and the account that reads it. Null if the token is unknown, expired or ended, or the
 * account is suspended. The token is found by its hash, so the time of the answer reveals nothing about other tokens.
 */
export async function authenticateFeed(token: string): Promise<{ actor: Actor; viewId: number } | null> {
  if (!hasPlausibleChecksum(token, FEED_PREFIX)) return null;
  const hash = tokenHash(token);
  const columns = sql`${reading}, ${feedColumns}`;
  const from = sql`remote_tokens t JOIN accounts ON accounts.id = t.account_id`;
  const row = await autocommit("write", () =>
    queryOne<CallerRow & { viewId: number }>(sql`
      ${callerQuery(columns, from)} WHERE t.hash = ${hash} AND t.kind = 'feed' AND accounts.active AND ${isLive()}`),
  );
  if (!row) return null;
  if (isTouchDue(row)) await writeTransaction(() => RemoteToken.update({ lastUsedAt: now() }, { where: { hash } }));
  return { actor: await toActor(row), viewId: row.viewId };
}

/** Somebody who views another account uses their own session, too. */
const touch = ({ sessionId, viewerSessionId }: CallerRow, { ip, userAgent }: ClientInfo) =>
  writeTransaction(() =>
    Session.update(
      { lastSeenAt: now(), ip, userAgent },
      { where: { id: [sessionId, viewerSessionId].filter((id) => id !== null) } },
    ),
  );

const isTouchDue = ({ seenAt: at }: CallerRow): boolean => now().getTime() - (at?.getTime() ?? 0) > TOUCH_INTERVAL_MS;

/** The duty that comes first, if any. Neither concerns people who view an account or opened its sign-in link. */
function dueOf(row: CallerRow, secondStepUntil: Day | null): Due | null {
  const isGiven = row.passwordSetByOther && row.opener === "password" && !row.by;
  if (config().FIRST_PASSWORD === "change" && isGiven) return "password";
  return secondStepUntil !== null && isOver(secondStepUntil) ? "secondStep" : null;
}

async function toActor(row: CallerRow): Promise<Actor> {
  const until = row.by ? null : await secondStepUntil({ ...row, hasSecondStep: row.hasSecondStep === true });
  const superadmin = row.role === levels.superadmin;
  const granted = { APPROVE_AGENTS: row.approveAgents, SHOW_COMMON_LOGS: row.showCommonLogs };
  return {
    accountId: row.id,
    username: row.username,
    role: row.role,
    agentId: row.agentId,
    companyId: row.companyId,
    officeName: row.officeName,
    permissions: permissions.filter((name) => superadmin || granted[name] === true),
    earningVisible: superadmin || row.earningVisible === true,
    // Suspended accounts are hidden only from admins without the flag. Managers work with their suspended agents.
    showSuspend: row.role !== levels.admin || row.showSuspend === true,
    designated: superadmin && !row.by && row.username.toLowerCase() === config().DESIGNATED_USERNAME?.toLowerCase(),
    sessionId: row.sessionId,
    clientTokenId: row.clientTokenId,
    scope: row.scope,
    areas: row.areas,
    service: row.service,
    by: row.by,
    viewing: row.viewerSessionId !== null,
    opener: row.opener,
    due: dueOf(row, until),
    secondStepUntil: until,
    confirmedUntil: row.confirmedAt ? row.confirmedAt.getTime() + CONFIRMED_MS : 0,
    changedAt: row.changedAt,
  };
}
