import { run } from "../kernel/database";
import { sql } from "../kernel/sql";
import { endSessions } from "./end-sessions";
import { hashPassword, sealPassword } from "./password";

/**
 * Gives an account a new password and ends its sessions, save the one that asked (its id). Links for a forgotten
 * password end too. `hash`: where the caller has made it before the transaction.
 */
export async function setPassword(
  accountId: number,
  plain: string,
  { exceptSessionId = null, hash }: { exceptSessionId?: number | null; hash?: string } = {},
): Promise<void> {
  await run(sql`
    UPDATE accounts SET password_hash = ${hash ?? (await hashPassword(plain))},
      password_sealed = ${sealPassword(accountId, plain)}, version = version + 1
    WHERE id = ${accountId}`);
  await run(sql`DELETE FROM password_resets WHERE account_id = ${accountId} AND used_at IS NULL`);
  await endSessions(accountId, exceptSessionId);
}
