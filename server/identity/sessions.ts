import { type Attributes, literal, Op } from "sequelize";
import { Account, Agent, LoginLogRow, Office, Session } from "~models";
import { endSession, isOpenSession, isSignInAllowed } from "../accounts";
import { sql } from "../kernel/database/sql";
import { queryOne, writeTransaction } from "../kernel/database/transactions";
import type { CallOrigin } from "../kernel/operation/operation";
import { levels, type Scope } from "../kernel/operation/roles";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { newToken, tokenHash } from "../kernel/process/secrets";

const LIFETIME_MS = 12 * HOUR_MS;

type NewSession = {
  account: Account;
  scope?: Scope;
  /** Username of the token's creator, if that is another account. */
  by?: string | null;
  /** The remote token that opened the session, and when the token limits the session's end. */
  remoteToken?: { id: number; until: Date | null };
  /** The person has just given their password; with `secondStep`, a code too. */
  signIn?: { secondStep: boolean };
  /** The session is for looking only, and ends with this one of the person who looks. */
  viewer?: { session: Session; username: string };
};

type OpenedSession = { id: number; token: string; expiresAt: Date };

/** JSON calls and programs get a bearer token, screens a browser session. */
export const sessionKind = ({ channel }: CallOrigin): "browser" | "bearer" =>
  channel === "call" || channel === "program" ? "bearer" : "browser";

/**
 * Locks and returns the account if it may still sign in and `passwordHash` is unchanged since the password was checked.
 * The lock orders the whole sign-in before or after a block or a new password.
 */
export async function lockAccount(id: number, passwordHash: string): Promise<Account | undefined> {
  const account = await Account.findOne({ where: { id, passwordHash }, lock: true });
  return account && isSignInAllowed(account) ? account : undefined;
}

/**
 * Opens a session of at most 12 hours, adds a row to the login log and counts the sign-in. The database stores only a
 * hash of the returned token.
 */
export async function openSession(
  { account, scope = "all", by = null, remoteToken, signIn, viewer }: NewSession,
  from: CallOrigin,
): Promise<OpenedSession> {
  const token = newToken();
  const moment = now();
  const limits = [remoteToken?.until, viewer?.session.expiresAt].map((until) => until?.getTime() ?? Infinity);
  const expiresAt = new Date(Math.min(moment.getTime() + LIFETIME_MS, ...limits));
  const client = { accountId: account.id, ip: from.ip, userAgent: from.userAgent };
  const { id } = await Session.create({
    ...client,
    hash: tokenHash(token),
    kind: sessionKind(from),
    scope: viewer ? "read" : scope,
    remoteTokenId: remoteToken?.id ?? null,
    viewerSessionId: viewer?.session.id ?? null,
    confirmedAt: signIn ? moment : null,
    secondStep: signIn?.secondStep ?? false,
    role: account.role,
    createdAt: moment,
    lastSeenAt: moment,
    expiresAt,
  });
  await LoginLogRow.create({
    ...client,
    ...(await officeAndAgent(account)),
    sessionId: id,
    by: viewer?.username ?? by,
    inTime: moment,
  });
  if (viewer) return { id, token, expiresAt };
  // A sign-in does not edit the account, so the version stays the same.
  await Account.update({ loginCount: literal("login_count + 1"), lastLoginAt: moment }, { where: { id: account.id } });
  return { id, token, expiresAt };
}

/** The agent and office ids of the account, for the login log. */
async function officeAndAgent({ id: accountId, role }: Account): Promise<Pick<LoginLogRow, "agentId" | "companyId">> {
  if (role === levels.agent) {
    const agent = await Agent.findOne({ attributes: ["id", "companyId"], where: { accountId } });
    return { agentId: agent?.id ?? null, companyId: agent?.companyId ?? null };
  }
  const office = role === levels.company ? await Office.findOne({ attributes: ["id"], where: { accountId } }) : null;
  return { agentId: null, companyId: office?.id ?? null };
}

/** The data that Remix stores in a browser session. Null if the session has ended. */
export function readSessionData(token: string): Promise<Record<string, unknown> | null> {
  return writeTransaction(async () => {
    const row = await queryOne<Pick<Attributes<Session>, "data">>(sql`
      SELECT data FROM sessions
      WHERE hash = ${tokenHash(token)} AND kind = 'browser' AND ${isOpenSession()}`);
    return row?.data ?? null;
  });
}

export async function writeSessionData(token: string, data: Record<string, unknown>): Promise<void> {
  await writeTransaction(() => Session.update({ data }, { where: liveBrowserSession(token) }));
}

/** Ends a browser session by its token. Does nothing if it has already ended. */
export async function closeSession(token: string): Promise<void> {
  await writeTransaction(async () => {
    const session = await Session.findOne({ attributes: ["id"], where: liveBrowserSession(token) });
    if (session) await endSession(session.id);
  });
}

const liveBrowserSession = (token: string) => ({
  hash: tokenHash(token),
  kind: "browser",
  endedAt: null,
  expiresAt: { [Op.gt]: now() },
});
