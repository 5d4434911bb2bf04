import { randomInt } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { literal } from "sequelize";
import { Account, PasswordReset } from "~models";
import { readTransaction, writeTransaction } from "../kernel/database/transactions";
import type { Call } from "../kernel/operation/operation";
import { tooManyRequests } from "../kernel/operation/refusal";
import { counter } from "../kernel/process/metrics";
import { ConcurrencyLimiter } from "../kernel/process/concurrency-limiter";
import { refuseGuessable, standardForm } from "./guessable";
import { sealPassword } from "./readable-passwords";
import { endAccess } from "./sessions";

// argon2id is the library's default algorithm. 19 MiB of memory, two passes, one lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Half of the libuv threads, which file access, DNS lookups and hashes share, so that a flood of sign-ins does not
// block writes to the spool. Each running hash takes 19 MiB.
const limiter = new ConcurrencyLimiter(2);
const MAX_WAITING = 250;
const RETRY_SECONDS = 5;

const hashRuns = counter("password_hashes_total", "Runs of the password hash, for new passwords and for checks.");

function limited<T>(work: () => Promise<T>): Promise<T> {
  if (limiter.waiting >= MAX_WAITING) {
    throw tooManyRequests(`Too many sign-ins right now. Try again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS);
  }
  hashRuns.add();
  return limiter.run(work);
}

export const hashPassword = async (plain: string): Promise<string> => limited(() => hash(standardForm(plain), COST));

/** The forms in which a password may have been hashed before there was a standard one, as few as possible. */
const formsOf = (plain: string): string[] => [
  ...new Set([standardForm(plain), plain, plain.normalize("NFC"), plain.normalize("NFD")]),
];

let dummyHash: Promise<string> | undefined;

/**
 * The form of `plain` that matches the `stored` hash, undefined if none does. Without a stored hash it takes as long, so
 * response times do not reveal which usernames exist. Throws 429 if too many hashes are waiting.
 */
async function matchingForm(stored: string | undefined, plain: string): Promise<string | undefined> {
  const known = stored ?? (await (dummyHash ??= hashPassword("nobody has this password")));
  for (const form of formsOf(plain)) {
    const fits = await limited(() => verify(known, form));
    if (fits && stored !== undefined) return form;
  }
  return undefined;
}

/** True if `plain` is the password of the `stored` hash. */
export const verifyPassword = async (stored: string | undefined, plain: string): Promise<boolean> =>
  (await matchingForm(stored, plain)) !== undefined;

/**
 * The account's hash if `plain` is its password, otherwise undefined, also without an account. A hash of another form
 * of the password is replaced with one of the standard form.
 */
export async function checkPassword(
  account: Pick<Account, "id" | "passwordHash"> | null,
  plain: string,
): Promise<string | undefined> {
  const form = await matchingForm(account?.passwordHash, plain);
  if (!account || form === undefined) return undefined;
  return form === standardForm(plain) ? account.passwordHash : standardize(account, plain);
}

/** Stores the hash of the standard form, unless the password was changed meanwhile. Returns the hash in force. */
async function standardize({ id, passwordHash: old }: Pick<Account, "id" | "passwordHash">, plain: string) {
  const passwordHash = await hashPassword(plain);
  const [changed] = await writeTransaction(() =>
    Account.update({ passwordHash }, { where: { id, passwordHash: old } }),
  );
  return changed === 1 ? passwordHash : old;
}

/**
 * Sets an account's password, ends its sessions and tokens, and deletes unused links for a forgotten password. Service tokens
 * stay. `exceptSessionId` is the session that made the request and stays open. `keepTokens` keeps the owner's client tokens.
 * `byOther`: not the account's owner sets it. `hash` is the hash of `plain` if the caller computed it before the
 * transaction. Throws 422 for a password that is easy to guess.
 */
export async function setPassword(
  accountId: number,
  plain: string,
  {
    exceptSessionId = null,
    keepTokens = false,
    byOther = false,
    hash,
  }: { exceptSessionId?: number | null; keepTokens?: boolean; byOther?: boolean; hash?: string } = {},
): Promise<void> {
  const account = await Account.findByPk(accountId, { attributes: ["username"] });
  await refuseGuessable(plain, account?.username ?? "");
  const passwordHash = hash ?? (await hashPassword(plain));
  const passwordSealed = sealPassword(accountId, plain);
  await Account.update(
    { passwordHash, passwordSealed, passwordSetByOther: byOther, version: literal("version + 1") },
    { where: { id: accountId } },
  );
  await PasswordReset.destroy({ where: { accountId, usedAt: null } });
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens, serviceTokens: true });
}

type Given = { password?: string; email?: string };

/** Whether the input changes an account's password or e-mail, by which its owner is known. `email` is the current one. */
export const changesCredentials =
  <I extends Given>(email: (call: Call, input: I) => Promise<string>) =>
  async (call: Call, input: I): Promise<boolean> =>
    input.password !== undefined ||
    (input.email !== undefined && input.email !== (await readTransaction(() => email(call, input))));

/** Without characters that look alike in print: 0 and o, 1, i and l. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A random password that is easy to read out and to type, of 79 bits: `k7mw-p3xe-9tqa-h4bd`. Stored nowhere. */
export const suggestPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join(""),
  ).join("-");
