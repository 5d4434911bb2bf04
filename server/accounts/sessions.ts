import { type Attributes, col, fn, literal, Op, Transaction, type WhereOptions } from "sequelize";
import { Account, LoginLogRow, RemoteToken, Session, WebhookEndpoint } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows, writeTransaction } from "../kernel/database/transactions";
import { writeAudit } from "../kernel/operation/audit";
import { config } from "../kernel/process/config";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";

/**
 * Condition for accounts that may have a session: not deleted, approved, and not blocked unless sign-in is enabled
 * until a time in the future.
 */
export const maySignIn = (accounts = sql`accounts`): Statement => sql`(${accounts}.deleted_at IS NULL
  AND ${accounts}.approved AND (NOT ${accounts}.login_blocked OR coalesce(${accounts}.login_enabled_until > ${now()}, false)))`;

/** The same rule for a loaded account. */
export const isSignInAllowed = ({ deletedAt, approved, loginBlocked, loginEnabledUntil }: Account): boolean =>
  deletedAt === null && approved && (!loginBlocked || (loginEnabledUntil !== null && loginEnabledUntil > now()));

/**
 * Condition for sessions that are open: not ended, not expired, and those of browsers used within SESSION_IDLE_HOURS.
 * Programs end their sessions themselves, and nobody leaves one unattended.
 */
export const isOpenSession = (sessions = sql`sessions`): Statement => {
  const idleSince = new Date(now().getTime() - config().SESSION_IDLE_HOURS * HOUR_MS);
  return sql`(${sessions}.ended_at IS NULL AND ${sessions}.expires_at > ${now()}
    AND (${sessions}.kind <> 'browser' OR ${sessions}.last_seen_at > ${idleSince}))`;
};

/** When a browser's session ends without a further request. */
const idleEnd = () =>
  literal(`CASE WHEN kind = 'browser' THEN last_seen_at + interval '${config().SESSION_IDLE_HOURS} hours' END`);

type SessionFilter = WhereOptions<Attributes<Session>>;

/**
 * Ends the sessions and bearer tokens of one or more accounts, except one session. Remote tokens stay valid. Returns
 * how many sessions ended. `at` is the end time if they ended earlier than now.
 */
export const endSessions = (
  accounts: number | readonly number[],
  exceptSessionId: number | null = null,
  at = now(),
): Promise<number> => endMatching([{ accountId: [accounts].flat() }, exceptSession(exceptSessionId)], at);

/** Ends these sessions. Returns how many of them were still open. */
export const endSession = (sessionId: number | readonly number[]): Promise<number> =>
  endMatching([{ id: [sessionId].flat() }]);

type Exceptions = {
  /** The session that made the request. */
  sessionId?: number | null;
  /** Keep the accounts' client tokens and the sessions that these opened. */
  clientTokens?: boolean;
  /** Keep those of the organization: somebody changed the credentials, and not the rights. */
  serviceTokens?: boolean;
};

/**
 * Ends all access to the accounts except `except`: their sessions and remote tokens, and the tokens and sessions that
 * they created for other accounts. For every change of credentials or of the permission to sign in or of the role. Unless a session of
 * the person made the change, the webhook endpoints that they created are disabled, too.
 */
export async function endAccess(accounts: number | readonly number[], except: Exceptions = {}): Promise<void> {
  const ids = [accounts].flat();
  const { sessionId = null, clientTokens = false, serviceTokens = false } = except;
  const which = { [Op.or]: [{ accountId: ids }, { createdBy: ids }] };
  const ended = clientTokens ? { kind: { [Op.ne]: "client" } } : serviceTokens ? { service: false } : {};
  await revokeTokens({ [Op.and]: [which, ended] }, sessionId);
  const isAnyKept = clientTokens || serviceTokens;
  await endMatching([{ accountId: ids }, exceptSession(sessionId), isAnyKept && (await notOpenedByTokens(ids))]);
  if (sessionId === null && !clientTokens) await disableEndpointsOf(ids);
}

/**
 * A person who may no longer see the events would still receive them. Only a superadmin can enable these endpoints again,
 * also those that were already disabled or turned off.
 */
async function disableEndpointsOf(accountIds: readonly number[]): Promise<void> {
  const where = { createdBy: [...accountIds], disabledReason: { [Op.or]: [null, { [Op.ne]: "maker" }] } };
  const found = await WebhookEndpoint.findAll({ where, order: ["id"], lock: true });
  const after = { enabled: false, disabledReason: "maker" as const };
  const changes = found.map(({ id, enabled, disabledReason }) => {
    const before = { enabled, ...(disabledReason && { disabledReason }) };
    return { record: "webhookEndpoint", id, before, after };
  });
  if (changes.length === 0) return;
  // One that a person had turned off stays "off", so that Home does not report it.
  const enabled = found.filter((endpoint) => endpoint.enabled).map(({ id }) => id);
  await WebhookEndpoint.update({ disabledAt: now() }, { where: { id: enabled } });
  await WebhookEndpoint.update(
    { ...after, version: literal("version + 1") },
    { where: { id: found.map(({ id }) => id) } },
  );
  await writeAudit("webhooks.endWithMaker", null, changes);
}

/** Revokes remote tokens and ends the sessions that they opened, except one. */
export async function revokeTokens(
  which: WhereOptions<Attributes<RemoteToken>>,
  exceptSessionId: number | null = null,
): Promise<void> {
  const [, revoked] = await RemoteToken.update(
    { revokedAt: fn("coalesce", col("revoked_at"), now()) },
    { where: which, returning: ["id"] },
  );
  await endMatching([{ remoteTokenId: revoked.map(({ id }) => id) }, exceptSession(exceptSessionId)]);
}

const exceptSession = (sessionId: number | null): SessionFilter | false =>
  sessionId !== null && { id: { [Op.ne]: sessionId } };

/** Matches sessions that no valid token of these accounts opened. */
async function notOpenedByTokens(accountIds: readonly number[]): Promise<SessionFilter> {
  const valid = await RemoteToken.findAll({
    attributes: ["id"],
    where: { accountId: [...accountIds], revokedAt: null },
  });
  return { [Op.or]: [{ remoteTokenId: null }, { remoteTokenId: { [Op.notIn]: [0, ...valid.map(({ id }) => id)] } }] };
}

/** Ends the open sessions that match every condition and records the end in the login log. */
async function endMatching(conditions: readonly (SessionFilter | false)[], at = now()): Promise<number> {
  const active = conditions.filter((condition) => condition !== false);
  const [, ended] = await Session.update(
    { endedAt: fn("least", col("expires_at"), idleEnd(), at) },
    { where: { [Op.and]: [{ endedAt: null }, ...active] }, returning: ["id"] },
  );
  if (ended.length === 0) return 0;
  await LoginLogRow.update(
    { outTime: literal("(SELECT ended_at FROM sessions WHERE sessions.id = login_log.session_id)") },
    { where: { sessionId: ended.map(({ id }) => id), outTime: null } },
  );
  return ended.length;
}

/**
 * Ends sessions that are expired or were not used for too long, as of that moment, and the sessions of accounts that may
 * no longer sign in. Returns how many sessions ended.
 */
export async function endExpiredSessions(): Promise<number> {
  const dead = await queryRows<{ id: number }>(sql`
    SELECT sessions.id FROM sessions JOIN accounts ON accounts.id = sessions.account_id
    LEFT JOIN sessions viewing ON viewing.id = sessions.viewer_session_id
    WHERE sessions.ended_at IS NULL
      AND (NOT ${isOpenSession()} OR NOT ${maySignIn()} OR viewing.ended_at IS NOT NULL)`);
  return endSession(dead.map(({ id }) => id));
}

/**
 * Clears sign-ins that were enabled until a 01:00 (New York) that has passed, and ends the sessions of blocked accounts
 * as of that moment. Runs at startup and every minute, so a process that starts late catches up. An advisory lock lets
 * only one process run it at a time. Returns how many sign-ins ended.
 */
export const endEnabledLogins = (): Promise<number> =>
  writeTransaction(async () => {
    const lock = await queryOne<{ mine: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${LOCKS.endEnabledLogins}::bigint) AS mine`,
    );
    if (!lock?.mine) return 0;
    const ended = await Account.findAll({
      attributes: ["id", "loginBlocked", "loginEnabledUntil"],
      where: { loginEnabledUntil: { [Op.lte]: now() } },
      include: (["agent", "office", "admin"] as const).map((association) => ({ association, attributes: ["id"] })),
      order: [["id", "ASC"]],
      lock: { level: Transaction.LOCK.UPDATE, of: Account },
    });
    if (ended.length === 0) return 0;
    await endExpiredAccess(ended.filter(({ loginBlocked }) => loginBlocked));
    await Account.update(
      { loginEnabledUntil: null, version: literal("version + 1") },
      { where: { id: ended.map(({ id }) => id) } },
    );
    await writeAudit(
      "accounts.endEnabledLogins",
      null,
      ended.map((account) => ({
        ...recordOf(account),
        before: { loginEnabledUntil: account.loginEnabledUntil },
        after: { loginEnabledUntil: null },
        onBehalfOf: account.id,
      })),
    );
    return ended.length;
  });

/** Sessions end at the time their sign-in ended. Several end times can be due at once after downtime. */
async function endExpiredAccess(accounts: readonly Account[]): Promise<void> {
  for (const end of new Set(accounts.map(({ loginEnabledUntil }) => Number(loginEnabledUntil)))) {
    const ended = accounts.filter(({ loginEnabledUntil }) => Number(loginEnabledUntil) === end);
    await endSessions(
      ended.map(({ id }) => id),
      null,
      new Date(end),
    );
  }
  await endAccess(accounts.map(({ id }) => id));
}

const recordOf = ({ id, agent, office, admin }: Account): { record: string; id: number } => {
  if (agent) return { record: "agent", id: agent.id };
  return office ? { record: "office", id: office.id } : { record: "admin", id: admin?.id ?? id };
};
