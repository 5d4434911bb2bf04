import { type Options, hash, verify } from "@node-rs/argon2";
import { config } from "../kernel/config";
import { type Actor, levels, type RoleLevel, reaches } from "../kernel/roles";
import { seal, unseal } from "../kernel/secrets";

// argon2id is the library's default algorithm; 19 MiB, two passes, one lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (plain: string): Promise<string> => hash(plain, COST);

let nobodys: Promise<string> | undefined;

/** True when `plain` is the password of `stored`. Without a stored hash it takes as long and answers false. */
export async function verifyPassword(stored: string | undefined, plain: string): Promise<boolean> {
  const fits = await verify(stored ?? (await (nobodys ??= hashPassword("nobody has this password"))), plain);
  return fits && stored !== undefined;
}

const ownerOf = (accountId: number) => `accounts:${accountId}`;

/** The copy that lists show to those who manage the account; null where passwords are never shown. */
export const sealPassword = (accountId: number, plain: string): Buffer | null =>
  config().PASSWORDS_VISIBLE ? seal(plain, ownerOf(accountId)) : null;

export type Managed = { accountId: number; role: RoleLevel; companyId: number | null };

/** Who manages an account: a higher role, and of managers only that of the account's office. */
export const manages = (actor: Actor, { role, companyId }: Managed): boolean =>
  actor.role < role &&
  (reaches(actor, "admin") || (actor.role === levels.company && companyId !== null && actor.companyId === companyId));

/**
 * An account's password in plain text for those who manage it, else undefined. The only place that hands one out: a token
 * that may not do everything gets none.
 */
export function shownPassword(
  actor: Actor,
  account: Managed & { passwordSealed: Buffer | null | undefined },
): string | undefined {
  if (actor.scope !== "all" || !config().PASSWORDS_VISIBLE || !account.passwordSealed || !manages(actor, account))
    return undefined;
  return unseal(account.passwordSealed, ownerOf(account.accountId)).toString();
}

/** Opens an account's sealed password and forgets it. Throws when it does not open. */
export function opensPassword(accountId: number, sealed: Buffer): void {
  unseal(sealed, ownerOf(accountId));
}
