import { literal } from "sequelize";
import { Account, PasswordReset } from "~models";
import { endAccess } from "./end-sessions";
import { refuseGuessable } from "./guessable";
import { hashPassword, sealPassword } from "./password";

/**
 * Sets an account's password, ends its sessions and tokens, and deletes unused links for a forgotten password.
 * `exceptSessionId` is the session that made the request and stays open. `keepTokens` keeps the owner's client tokens.
 * `hash` is the hash of `plain` if the caller computed it before the transaction. Throws 422 for a password that is
 * easy to guess.
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
  const account = await Account.findByPk(accountId, { attributes: ["username"] });
  refuseGuessable(plain, account?.username ?? "");
  const passwordHash = hash ?? (await hashPassword(plain));
  const passwordSealed = sealPassword(accountId, plain);
  await Account.update({ passwordHash, passwordSealed, version: literal("version + 1") }, { where: { id: accountId } });
  await PasswordReset.destroy({ where: { accountId, usedAt: null } });
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens });
}
