import { type Attributes, literal, Op } from "sequelize";
import { Account, Agent, LoginLogRow, Office, Session } from "~models";
import { endSession, isLetIn } from "../accounts";
import { now } from "../kernel/clock";
import { one, writeTransaction } from "../kernel/database";
import { HOUR_MS } from "../kernel/durations";
import type { From } from "../kernel/operation";
import { levels, type Scope } from "../kernel/roles";
import { newToken, tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";

const LASTS = 12 * HOUR_MS;

export type NewSession = {
  account: Account;
  scope?: Scope;
  /** Who made the token that opened it, where that is somebody else. */
  by?: string | null;
  /** The token that opened it, and when the session ends with it. */
  remoteToken?: { id: number; until: Date | null };
};

export type OpenedSession = { id: number; token: string; expiresAt: Date };

/** A JSON call or a program gets a bearer token, a screen a browser's session. */
export const kindOf = ({ channel }: From): "browser" | "bearer" =>
  channel === "call" || channel === "program" ? "bearer" : "browser";

/**
 * Locks and returns the account if it may still sign in with the password that was checked. A block or a new password
 * therefore takes effect before or after the whole sign-in, never in the middle.
 */
export async function holdAccount(id: number, passwordHash: string): Promise<Account | undefined> {
  const account = await Account.findOne({ where: { id, passwordHash }, lock: true });
  return account && isLetIn(account) ? account : undefined;
}

/**
 * Opens a session of 12 hours, leaves its row in the login log and counts the sign-in. Its token is known to the
 * person alone: the database keeps a hash.
 */
export async function openSession(
  { account, scope = "all", by = null, remoteToken }: NewSession,
  from: From,
): Promise<OpenedSession> {
  const token = newToken();
  const moment = now();
  const expiresAt = new Date(Math.min(moment.getTime() + LASTS, remoteToken?.until?.getTime() ?? Infinity));
  const seen = { accountId: account.id, ip: from.ip, userAgent: from.userAgent };
  const { id } = await Session.create({
    ...seen,
    hash: tokenHash(token),
    kind: kindOf(from),
    scope,
    remoteTokenId: remoteToken?.id ?? null,
    role: account.role,
    createdAt: moment,
    lastSeenAt: moment,
    expiresAt,
  });
  await LoginLogRow.create({ ...seen, ...(await placeOf(account)), sessionId: id, by, inTime: moment });
  // A sign-in is no change of the account: its version stays.
  await Account.update({ loginCount: literal("login_count + 1"), lastLoginAt: moment }, { where: { id: account.id } });
  return { id, token, expiresAt };
}

/** The agent and the office that the account belongs to, for the login log. */
async function placeOf({ id: accountId, role }: Account): Promise<Pick<LoginLogRow, "agentId" | "companyId">> {
  if (role === levels.agent) {
    const agent = await Agent.findOne({ attributes: ["id", "companyId"], where: { accountId } });
    return { agentId: agent?.id ?? null, companyId: agent?.companyId ?? null };
  }
  const office = role === levels.company ? await Office.findOne({ attributes: ["id"], where: { accountId } }) : null;
  return { agentId: null, companyId: office?.id ?? null };
}

/** What Remix keeps in a browser's session; null when the session is over. SQL by hand: nearly every page asks it. */
export function readSessionData(token: string): Promise<Record<string, unknown> | null> {
  return writeTransaction(async () => {
    const row = await one<Pick<Attributes<Session>, "data">>(sql`
      SELECT data FROM sessions
      WHERE hash = ${tokenHash(token)} AND kind = 'browser' AND ended_at IS NULL AND expires_at > ${now()}`);
    return row?.data ?? null;
  });
}

export async function writeSessionData(token: string, data: Record<string, unknown>): Promise<void> {
  await writeTransaction(() => Session.update({ data }, { where: live(token) }));
}

/** Ends a browser's session by its token; one that is over already stays as it is. */
export async function closeSession(token: string): Promise<void> {
  await writeTransaction(async () => {
    const session = await Session.findOne({ attributes: ["id"], where: live(token) });
    if (session) await endSession(session.id);
  });
}

const live = (token: string) => ({
  hash: tokenHash(token),
  kind: "browser",
  endedAt: null,
  expiresAt: { [Op.gt]: now() },
});
