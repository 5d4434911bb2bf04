import { one, run } from "../kernel/database";
import { sql } from "../kernel/sql";
import { endAccess } from "./end-sessions";
import { refuseGuessable } from "./guessable";
import { hashPassword, sealPassword } from "./password";

/**
 * Gives an account a new password and ends its sessions and tokens, save the session that asked (its id) and the tokens
 * that the owner keeps. Links for a forgotten password end too. `hash`: where the caller has made it before the
 * transaction. Refuses what is easily guessed (422).
 */
export async function setPassword(
  accountId: number,
  plain: string,
  {
    exceptSessionId = null,
    keepTokens = false,
    hash,
  }: { exceptSessionId?: number | null; keepTokens?: boolean; hash?: string } = {},
): Promise<void> {
  const account = await one<{ username: string }>(sql`SELECT username FROM accounts WHERE id = ${accountId}`);
  refuseGuessable(plain, account?.username ?? "");
  await run(sql`
    UPDATE accounts SET password_hash = ${hash ?? (await hashPassword(plain))},
      password_sealed = ${sealPassword(accountId, plain)}, version = version + 1
    WHERE id = ${accountId}`);
  await run(sql`DELETE FROM password_resets WHERE account_id = ${accountId} AND used_at IS NULL`);
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens });
}
