import { type Options, hash, verify } from "@node-rs/argon2";
import { config } from "../kernel/process/config";
import { counter } from "../kernel/process/metrics";
import { tooMany } from "../kernel/operation/refusal";
import { type Actor, levels, type RoleLevel, reaches } from "../kernel/operation/roles";
import { seal, unseal } from "../kernel/process/secrets";
import { Turns } from "../kernel/process/turns";

// argon2id is the library's default algorithm. 19 MiB of memory, two passes, one lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Half of the libuv threads, which file access, DNS lookups and hashes share, so that a flood of sign-ins does not
// block writes to the spool. Each running hash takes 19 MiB.
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

/**
 * True if `plain` matches the `stored` hash. Without a stored hash it takes as long and returns false, so response
 * times do not reveal which usernames exist. Throws 429 if too many hashes are waiting.
 */
export async function verifyPassword(stored: string | undefined, plain: string): Promise<boolean> {
  const known = stored ?? (await (nobodys ??= hashPassword("nobody has this password")));
  const fits = await inTurn(() => verify(known, plain));
  return fits && stored !== undefined;
}

const ownerOf = (accountId: number) => `accounts:${accountId}`;

/** The encrypted copy that lists show to those who manage the account. Null unless PASSWORDS_VISIBLE is set. */
export const sealPassword = (accountId: number, plain: string): Buffer | null =>
  config().PASSWORDS_VISIBLE ? seal(plain, ownerOf(accountId)) : null;

export type Managed = { accountId: number; role: RoleLevel; companyId: number | null };

/** True if the actor manages the account: they have a higher role, and a manager also belongs to its office. */
export const manages = (actor: Actor, { role, companyId }: Managed): boolean =>
  actor.role < role &&
  (reaches(actor, "admin") || (actor.role === levels.company && companyId !== null && actor.companyId === companyId));

/**
 * An account's password in plain text for those who manage it, otherwise undefined. No other function returns
 * passwords. A token with a limited scope gets none.
 */
export function shownPassword(
  actor: Actor,
  account: Managed & { passwordSealed: Buffer | null | undefined },
): string | undefined {
  if (actor.scope !== "all" || !config().PASSWORDS_VISIBLE || !account.passwordSealed || !manages(actor, account))
    return undefined;
  return unseal(account.passwordSealed, ownerOf(account.accountId)).toString();
}

/** Checks that DATA_KEY decrypts an account's encrypted password. Throws if it does not. */
export function opensPassword(accountId: number, sealed: Buffer): void {
  unseal(sealed, ownerOf(accountId));
}
