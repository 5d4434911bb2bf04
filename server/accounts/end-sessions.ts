import { type Attributes, col, fn, literal, Op, type WhereOptions } from "sequelize";
import { LoginLogRow, RemoteToken, Session } from "~models";
import { now } from "../kernel/periods/now";

// SQL by hand: the login log copies each session's own end time, as a subquery in the model's UPDATE.

type Sessions = WhereOptions<Attributes<Session>>;

/**
 * Ends the sessions and bearer tokens of one or more accounts, except one session. Remote tokens stay valid. Returns
 * how many sessions ended. `at` is the end time if they ended earlier than now.
 */
export const endSessions = (
  accounts: number | readonly number[],
  exceptSessionId: number | null = null,
  at = now(),
): Promise<number> => endWhere([{ accountId: [accounts].flat() }, notThis(exceptSessionId)], at);

/** Ends these sessions. Returns how many of them were still open. */
export const endSession = (sessionId: number | readonly number[]): Promise<number> =>
  endWhere([{ id: [sessionId].flat() }]);

type Kept = {
  /** The session that made the request. */
  sessionId?: number | null;
  /** Keep the accounts' client tokens and the sessions that these opened. */
  clientTokens?: boolean;
};

/**
 * Ends all access to the accounts except `kept`: their sessions and remote tokens, and the tokens and sessions that
 * they created for other accounts. For every change of credentials or of the permission to sign in.
 */
export async function endAccess(accounts: number | readonly number[], kept: Kept = {}): Promise<void> {
  const ids = [accounts].flat();
  const { sessionId = null, clientTokens = false } = kept;
  const which = { [Op.or]: [{ accountId: ids }, { createdBy: ids }] };
  await revokeTokens(clientTokens ? { [Op.and]: [which, { kind: { [Op.ne]: "client" } }] } : which, sessionId);
  await endWhere([{ accountId: ids }, notThis(sessionId), clientTokens && (await notOpenedByTokensOf(ids))]);
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
  await endWhere([{ remoteTokenId: revoked.map(({ id }) => id) }, notThis(exceptSessionId)]);
}

const notThis = (sessionId: number | null): Sessions | false => sessionId !== null && { id: { [Op.ne]: sessionId } };

/** Matches sessions that no valid token of these accounts opened. */
async function notOpenedByTokensOf(accountIds: readonly number[]): Promise<Sessions> {
  const valid = await RemoteToken.findAll({
    attributes: ["id"],
    where: { accountId: [...accountIds], revokedAt: null },
  });
  return { [Op.or]: [{ remoteTokenId: null }, { remoteTokenId: { [Op.notIn]: [0, ...valid.map(({ id }) => id)] } }] };
}

/** Ends the open sessions that match every condition and records the end in the login log. */
async function endWhere(conditions: readonly (Sessions | false)[], at = now()): Promise<number> {
  const kept = conditions.filter((condition) => condition !== false);
  const [, ended] = await Session.update(
    { endedAt: fn("least", col("expires_at"), at) },
    { where: { [Op.and]: [{ endedAt: null }, ...kept] }, returning: ["id"] },
  );
  if (ended.length === 0) return 0;
  await LoginLogRow.update(
    { outTime: literal("(SELECT ended_at FROM sessions WHERE sessions.id = login_log.session_id)") },
    { where: { sessionId: ended.map(({ id }) => id), outTime: null } },
  );
  return ended.length;
}
