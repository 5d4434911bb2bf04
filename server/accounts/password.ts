import { type Options, hash, verify } from "@node-rs/argon2";
import { config } from "../kernel/config";
import { counter } from "../kernel/metrics";
import { tooMany } from "../kernel/refusal";
import { type Actor, levels, type RoleLevel, reaches } from "../kernel/roles";
import { seal, unseal } from "../kernel/secrets";
import { Turns } from "../kernel/turns";

// argon2id is the library's default algorithm; 19 MiB, two passes, one lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Half of the threads that files, names of hosts and hashes share in a process, so that a flood of sign-ins leaves the
// spool its disk; each hash takes 19 MiB.
const turns = new Turns(2);
const MOST_WAITING = 250;
const RETRY_SECONDS = 5;

const made = counter("password_hashes_total", "Runs of the password hash, for new passwords and to check given ones.");

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= MOST_WAITING) {
    throw tooMany(`Too many sign-ins right now. Try again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS);
  }
  made.add();
  return turns.run(work);
}

export const hashPassword = async (plain: string): Promise<string> => inTurn(() => hash(plain, COST));

let nobodys: Promise<string> | undefined;

/** True when `plain` is the password of `stored`. Without a stored hash it takes as long and answers false. */
export async function verifyPassword(stored: string | undefined, plain: string): Promise<boolean> {
  const known = stored ?? (await (nobodys ??= hashPassword("nobody has this password")));
  const fits = await inTurn(() => verify(known, plain));
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
