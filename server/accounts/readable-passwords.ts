import { Op } from "sequelize";
import { z } from "zod";
import { Account, LegacyAgent, Session } from "~models";
import { writeTransaction } from "../kernel/database/transactions";
import type { Call } from "../kernel/operation/operation";
import { conflict, forbidden } from "../kernel/operation/refusal";
import { type Actor, hasRole, isPasswordSession, levels, type RoleLevel } from "../kernel/operation/roles";
import { config } from "../kernel/process/config";
import { seal, unseal } from "../kernel/process/secrets";

/** The encrypted copies of passwords that PASSWORDS_VISIBLE lets people read. No other file returns passwords. */

/** The owner to which an encrypted password is bound. */
export const passwordContext = (accountId: number): string => `accounts:${accountId}`;

/** The encrypted copy for those who manage the account. Null if PASSWORDS_VISIBLE is off. */
export const sealPassword = (accountId: number, plain: string): Buffer | null =>
  keepsReadablePasswords() ? seal(plain, passwordContext(accountId)) : null;

export const keepsReadablePasswords = (): boolean => config().PASSWORDS_VISIBLE !== "off";

export type Managed = { accountId: number; role: RoleLevel; companyId: number | null };

/** True if the actor manages the account: they have a higher role, and a manager also belongs to its office. */
export const canManage = (actor: Actor, { role, companyId }: Managed): boolean =>
  actor.role < role &&
  (hasRole(actor, "admin") || (actor.role === levels.company && companyId !== null && actor.companyId === companyId));

type Sealed = Managed & { passwordSealed: Buffer | null | undefined };

/**
 * An account's password in plain text in an answer with other fields, for those who manage it; otherwise undefined. A
 * token gets none, nor does a session that a token, a link or somebody else opened: the password would outlive it. Unless
 * PASSWORDS_VISIBLE is on, nobody does: `showPassword` shows one.
 */
export function visiblePassword(actor: Actor, account: Sealed): string | undefined {
  const mayRead = actor.scope === "all" && isPasswordSession(actor) && canManage(actor, account);
  const isShown = config().PASSWORDS_VISIBLE === "on" && mayRead;
  return isShown && account.passwordSealed ? unsealPassword(account.accountId, account.passwordSealed) : undefined;
}

const unsealPassword = (accountId: number, sealed: Buffer): string =>
  unseal(sealed, passwordContext(accountId)).toString();

/** The answer to the act that shows one account's password. */
export const ShownPassword = z
  .object({ id: z.int(), username: z.string(), plainPassword: z.string().nullable() })
  .meta({ id: "ShownPassword", description: "The password of one account." });

type Owner = { id: number; account?: Account };

/**
 * Shows the password of one account to those who manage it and names the account in the common log. `find` loads its
 * owner. Throws 403 unless the actor signed in with their own password, and 409 if PASSWORDS_VISIBLE is off.
 */
export async function showPassword(
  { actor, revealed }: Call,
  find: () => Promise<{ owner: Owner } & Omit<Managed, "accountId">>,
): Promise<z.output<typeof ShownPassword>> {
  await requireOwnSignIn(actor);
  const { owner, role, companyId } = await find();
  if (!keepsReadablePasswords()) throw conflict("This server keeps no readable passwords.");
  const account = owner.account as Account;
  if (!canManage(actor, { accountId: account.id, role, companyId })) throw forbidden("You may not see this password.");
  const { id: accountId, username, passwordSealed } = account;
  const plainPassword = passwordSealed ? unsealPassword(accountId, passwordSealed) : null;
  if (plainPassword !== null) revealed([username]);
  return { id: owner.id, username, plainPassword };
}

/** Refuses tokens, sessions that a token or link opened, and everything that somebody else opened. */
async function requireOwnSignIn({ sessionId, by, scope }: Actor): Promise<void> {
  const session =
    sessionId === null || by || scope !== "all"
      ? null
      : await Session.findByPk(sessionId, { attributes: ["remoteTokenId"] });
  if (session?.remoteTokenId !== null) throw forbidden("Please sign in with your own password to see passwords.");
}

const BATCH_SIZE = 500;

/**
 * Deletes the readable copies of all passwords, also of staged agents, if PASSWORDS_VISIBLE is off. Returns how many
 * there were. Stored first answers to repeated requests are encrypted and end within a day.
 */
export async function forgetReadablePasswords(): Promise<number> {
  if (keepsReadablePasswords()) return 0;
  const [staged] = await writeTransaction(() => LegacyAgent.update({ passwordSealed: null }, { where: isKept }));
  let forgotten = staged;
  for (;;) {
    const count = await writeTransaction(forgetBatch);
    if (count === 0) return forgotten;
    forgotten += count;
  }
}

const isKept = { passwordSealed: { [Op.ne]: null } };

async function forgetBatch(): Promise<number> {
  const rows = await Account.findAll({
    attributes: ["id"],
    where: isKept,
    order: [["id", "ASC"]],
    limit: BATCH_SIZE,
    lock: true,
    raw: true,
  });
  if (rows.length > 0) await Account.update({ passwordSealed: null }, { where: { id: rows.map(({ id }) => id) } });
  return rows.length;
}
