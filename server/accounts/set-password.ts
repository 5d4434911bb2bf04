import { run } from "../kernel/database";
import { sql } from "../kernel/sql";
import { endAccess } from "./end-sessions";
import { hashPassword, sealPassword } from "./password";

/**
 * Gives an account a new password and ends its sessions and tokens, save the session that asked (its id) and the tokens
 * that the owner keeps. Links for a forgotten password end too. `hash`: where the caller has made it before the transaction.
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
  await run(sql`
    UPDATE accounts SET password_hash = ${hash ?? (await hashPassword(plain))},
      password_sealed = ${sealPassword(accountId, plain)}, version = version + 1
    WHERE id = ${accountId}`);
  await run(sql`DELETE FROM password_resets WHERE account_id = ${accountId} AND used_at IS NULL`);
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens });
}
