import { literal } from "sequelize";
import { Account, PasswordReset } from "~models";
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
  const account = await Account.findByPk(accountId, { attributes: ["username"] });
  refuseGuessable(plain, account?.username ?? "");
  const passwordHash = hash ?? (await hashPassword(plain));
  const passwordSealed = sealPassword(accountId, plain);
  await Account.update({ passwordHash, passwordSealed, version: literal("version + 1") }, { where: { id: accountId } });
  await PasswordReset.destroy({ where: { accountId, usedAt: null } });
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens });
}
