import type { z } from "zod";
import { Account } from "~models";
import { hashPassword, mutedBy, setPassword, verifyPassword, type WantedMails } from "../../accounts";
import { requireVersion, saveVersioned } from "../../kernel/database/records";
import { writeTransaction } from "../../kernel/database/transactions";
import { difference } from "../../kernel/operation/audit";
import { Flag, NewPassword, PasswordAgain } from "../../kernel/operation/input";
import type { Call } from "../../kernel/operation/operation";
import { invalid, noSuch, somethingDue } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";

/** A new password also revokes the account's client tokens unless their owner sets this flag. */
export const keepTokens = Flag.default(false);

/** The new password, twice. If both are empty, the current password stays. */
export const passwordFields = { password: NewPassword, passwordConfirm: PasswordAgain.optional(), keepTokens };

type Fields = { password?: string; passwordConfirm?: string };

export const isConfirmed = ({ password, passwordConfirm }: Fields): boolean =>
  (password ?? "") === (passwordConfirm ?? "");
export const MISMATCH = { path: ["passwordConfirm"], message: "Passwords do not match" };

/**
 * Runs before the transaction, so that no row is locked while hashing. Throws 403 or 422 if the person has to replace a
 * password that somebody else set, and does not.
 */
export async function hashNewPassword({ actor }: Call, { password }: Fields): Promise<string | undefined> {
  if (actor.due === "password") {
    if (password === undefined) throw somethingDue("password");
    const known = await writeTransaction(() => Account.findByPk(actor.accountId, { attributes: ["passwordHash"] }));
    if (await verifyPassword(known?.passwordHash, password)) {
      throw invalid({ password: ["This is the password that you were given. Please choose another one."] });
    }
  }
  return password === undefined ? undefined : hashPassword(password);
}

export const SECRET = ["password", "passwordConfirm"] as const;

type Values = Record<string, unknown>;

/** Stores which optional mails the account receives. Undefined keeps them. `saveOwnAccount` increments the version. */
export async function chooseMails(account: Account, wanted: z.output<typeof WantedMails> | undefined): Promise<void> {
  if (!wanted) return;
  const mutedMails = mutedBy(account, wanted);
  await Account.update({ mutedMails }, { where: { id: account.id } });
  account.set("mutedMails", mutedMails, { raw: true });
}

/** The signed-in account, locked for update if `lock` is set. */
export async function ownAccount({ accountId }: Actor, { lock = false } = {}): Promise<Account> {
  const account = await Account.findByPk(accountId, { lock });
  if (!account) throw noSuch("account");
  return account;
}

/**
 * Shared by all profiles: increments the version and writes the changes to the audit log. A new password ends the
 * person's other sessions and tokens. Throws OptimisticLockError if `version` is outdated.
 */
export async function saveOwnAccount(
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
  if (password === undefined) await saveVersioned(account, version);
  else {
    // setPassword increments the version.
    requireVersion(version, account);
    await setPassword(accountId, password, { exceptSessionId: sessionId, keepTokens, hash });
  }
  const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
  const what = difference({ ...before, ...secret[0] }, { ...after, ...secret[1] });
  changed({ record: "account", id: accountId, ...(what ?? { before: {}, after: {} }), onBehalfOf: accountId });
}
