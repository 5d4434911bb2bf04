import { Account } from "~models";
import { setPassword } from "../../accounts";
import { difference } from "../../kernel/operation/difference";
import type { Call } from "../../kernel/operation/operation";
import { notFound } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";
import { requireVersion, saveFrom } from "../../kernel/database/record-version";

type Values = Record<string, unknown>;

/** The signed-in account, locked for update if `lock` is set. */
export async function ownAccount({ accountId }: Actor, { lock = false } = {}): Promise<Account> {
  const account = await Account.findByPk(accountId, { lock });
  if (!account) throw notFound();
  return account;
}

/**
 * Shared by all profiles: increments the version and writes the changes to the audit log. A new password ends the
 * person's other sessions and tokens. Throws OptimisticLockError if `version` is outdated.
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
    // setPassword increments the version.
    requireVersion(version, account);
    await setPassword(accountId, password, { exceptSessionId: sessionId, keepTokens, hash });
  }
  const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
  const what = difference({ ...before, ...secret[0] }, { ...after, ...secret[1] });
  changed({ record: "account", id: accountId, ...(what ?? { before: {}, after: {} }), onBehalfOf: accountId });
}
