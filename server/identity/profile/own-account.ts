import { Account } from "~models";
import { setPassword } from "../../accounts";
import { difference } from "../../kernel/difference";
import type { Call } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import type { Actor } from "../../kernel/roles";
import { requireVersion, saveFrom } from "../../kernel/version";

type Values = Record<string, unknown>;

/** The account that asks, for update where `lock` says so. */
export async function ownAccount({ accountId }: Actor, { lock = false } = {}): Promise<Account> {
  const account = await Account.findByPk(accountId, { lock });
  if (!account) throw notFound();
  return account;
}

/**
 * What every own profile has in common: a new password ends the person's other sessions and tokens, the version goes on by one,
 * and the audit gets what changed.
 */
export async function saveOwn(
  { actor, changed }: Call,
  account: Account,
  version: number | undefined,
  {
    before,
    after,
    password,
    keepTokens,
    hash,
  }: { before: Values; after: Values; password?: string; keepTokens: boolean; hash?: string },
): Promise<void> {
  const { accountId, sessionId } = actor;
  if (password === undefined) await saveFrom(account, version);
  else {
    // A new password counts the version.
    requireVersion(version, account);
    await setPassword(accountId, password, { exceptSessionId: sessionId, keepTokens, hash });
  }
  const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
  const what = difference({ ...before, ...secret[0] }, { ...after, ...secret[1] });
  changed({ record: "account", id: accountId, ...(what ?? { before: {}, after: {} }), onBehalfOf: accountId });
}
