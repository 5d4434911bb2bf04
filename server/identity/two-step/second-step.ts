import { Authenticator, Passkey, RecoveryCode } from "~models";
import { sql, type Statement } from "../../kernel/database/sql";
import { queryOne } from "../../kernel/database/transactions";

/**
 * Condition for an account with a second step, an authenticator app or a passkey: its password alone does not sign in. All
 * that ask so use this condition.
 */
export const hasSecondStepSql = (accountId: Statement): Statement => sql`(
  EXISTS (SELECT 1 FROM authenticators WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE account_id = ${accountId}))`;

/** The same for one account. */
export const hasSecondStep = async (accountId: number): Promise<boolean> =>
  (await queryOne(sql`SELECT 1 WHERE ${hasSecondStepSql(sql`${accountId}::int`)}`)) !== undefined;

/** The confirmed authenticator app of an account, and its passkeys, the oldest first. */
export async function secondStepsOf(accountId: number): Promise<{ app: Authenticator | null; passkeys: Passkey[] }> {
  const authenticator = await Authenticator.findByPk(accountId);
  const passkeys = await Passkey.findAll({ where: { accountId }, order: [["id", "ASC"]] });
  return { app: authenticator?.confirmedAt ? authenticator : null, passkeys };
}

/** Removes the app, the passkeys and the recovery codes. Returns false if there was no app, confirmed or not, and no passkey. */
export async function removeSecondSteps(accountId: number): Promise<boolean> {
  const where = { accountId };
  await RecoveryCode.destroy({ where });
  return (await Authenticator.destroy({ where })) + (await Passkey.destroy({ where })) > 0;
}
