import { type Attributes, col, fn, literal, Op, type WhereOptions } from "sequelize";
import { LoginLogRow, RemoteToken, Session } from "~models";
import { now } from "../kernel/clock";

// SQL by hand: the log of sign-ins takes each session's own end, within the model's statement.

type Sessions = WhereOptions<Attributes<Session>>;

/**
 * Ends the sessions and bearer tokens of one account or several, save one, at once; its remote tokens stay. Returns how
 * many there were. `at`: when they were over, where that was before.
 */
export const endSessions = (
  accounts: number | readonly number[],
  exceptSessionId: number | null = null,
  at = now(),
): Promise<number> => endWhere([{ accountId: [accounts].flat() }, notThis(exceptSessionId)], at);

/** Ends these sessions; returns how many of them had not ended yet. */
export const endSession = (sessionId: number | readonly number[]): Promise<number> =>
  endWhere([{ id: [sessionId].flat() }]);

type Kept = {
  /** The session that asked. */
  sessionId?: number | null;
  /** The client tokens of the accounts, and what they opened. */
  clientTokens?: boolean;
};

/**
 * Ends every way into the accounts, save what is kept: sessions, remote tokens, and what was opened in other accounts by
 * links that these made. For any change of how an account is signed in to, or whether it may.
 */
export async function endAccess(accounts: number | readonly number[], kept: Kept = {}): Promise<void> {
  const ids = [accounts].flat();
  const { sessionId = null, clientTokens = false } = kept;
  const which = { [Op.or]: [{ accountId: ids }, { createdBy: ids }] };
  await revokeTokens(clientTokens ? { [Op.and]: [which, { kind: { [Op.ne]: "client" } }] } : which, sessionId);
  await endWhere([{ accountId: ids }, notThis(sessionId), clientTokens && (await notOpenedByTokensOf(ids))]);
}

/** Revokes remote tokens and ends the sessions that they opened, save one. */
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

/** Sessions that were opened otherwise than by the valid tokens of these accounts. */
async function notOpenedByTokensOf(accountIds: readonly number[]): Promise<Sessions> {
  const valid = await RemoteToken.findAll({
    attributes: ["id"],
    where: { accountId: [...accountIds], revokedAt: null },
  });
  return { [Op.or]: [{ remoteTokenId: null }, { remoteTokenId: { [Op.notIn]: [0, ...valid.map(({ id }) => id)] } }] };
}

/** Ends the sessions that fit every condition and have not ended yet, and notes it in the log of sign-ins. */
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
