import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hash, type Options, verify } from "@node-rs/argon2";
import { literal } from "sequelize";
import { Account, PasswordReset } from "~models";
import { writeTransaction } from "../kernel/database/transactions";
import { invalid, tooManyRequests } from "../kernel/operation/refusal";
import { brand } from "../kernel/process/brand";
import { counter } from "../kernel/process/metrics";
import { ConcurrencyLimiter } from "../kernel/process/concurrency-limiter";
import { sealPassword } from "./readable-passwords";
import { endAccess } from "./sessions";

/** Sorted from most to least common. MIT license. */
const LIST = "@zxcvbn-ts/language-common/src/passwords.json";
const ENTRIES = 10_000;
/** A common password with up to this many extra characters, such as a year, is as easy to guess. */
const MAX_PADDING = 6;
const MIN_WORD_LENGTH = 4;
/** Fewer different characters, such as in aaaaaaaa or 12121212, are a pattern. */
const MIN_DISTINCT = 4;
/** Shorter names occur in too many words. */
const MIN_NAME_LENGTH = 3;

const LEET: Readonly<Record<string, string>> = {
  ...{ 0: "o", 1: "il", 2: "z", 3: "e", 4: "a", 5: "s", 6: "g", 7: "t", 8: "b", 9: "g" },
  ...{ "@": "a", $: "s", "!": "il", "|": "il", "+": "t", "(": "c" },
};

let list: ReadonlySet<string> | undefined;
const loadCommonPasswords = (): ReadonlySet<string> =>
  (list ??= new Set(
    (JSON.parse(readFileSync(createRequire(import.meta.url).resolve(LIST), "utf8")) as string[]).slice(0, ENTRIES),
  ));

/** Throws 422 at `password` if the new password is easy to guess. */
export function refuseGuessable(password: string, username: string): void {
  const message = guessableReason(password, username);
  if (message !== undefined) throw invalid({ password: [message] });
}

/** The message for the password field: why it is easy to guess and what to use instead. Undefined if it is not. */
function guessableReason(password: string, username: string): string | undefined {
  const text = compact(standardForm(password));
  const reversed = [...text].reverse().join("");
  const isDerivedFrom = (name: string) => isMadeOf(text, compact(name)) || isMadeOf(reversed, compact(name));
  if (isDerivedFrom(username)) return "This is too similar to the username. Please use unrelated words.";
  if (isDerivedFrom(brand().name)) {
    return `This is too similar to the name ${brand().name}. Please use unrelated words.`;
  }
  if ([standardForm(password).toLowerCase(), text, reversed].some(isCommon)) {
    return "Many people use this password or one like it, so it is easy to guess. Please use several unrelated words.";
  }
  if (new Set(text).size < MIN_DISTINCT) {
    return "This has too few different characters, so it is easy to guess. Please use several unrelated words.";
  }
  return undefined;
}

/** Lowercase, without the separators that people put between words. */
const compact = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, "");

/** True if the text has no letters except one or more copies of the name, spelled in letters or leet. */
function isMadeOf(text: string, name: string): boolean {
  if (name.length < MIN_NAME_LENGTH) return false;
  // Per prefix length, a bit mask: 1 if the prefix can be parsed without the name, 2 if it can be parsed with it.
  const readable = new Array<number>(text.length + name.length + 1).fill(0);
  readable[0] = 1;
  for (let at = 0; at < text.length; at++) {
    const state = readable[at] ?? 0;
    if (state === 0) continue;
    if (!/\p{L}/u.test(text[at] ?? "")) readable[at + 1] = (readable[at + 1] ?? 0) | state;
    const spelled = [...name].every((letter, i) => spells(text[at + i] ?? "", letter));
    if (spelled) readable[at + name.length] = (readable[at + name.length] ?? 0) | 2;
  }
  return ((readable[text.length] ?? 0) & 2) !== 0;
}

const spells = (character: string, letter: string): boolean =>
  character === letter || (LEET[character]?.includes(letter) ?? false);

/** True if the list contains the text or its core without a few surrounding characters, also in leet. */
function isCommon(text: string): boolean {
  const trimmed = [/\P{L}+$/u, /^\P{L}+/u, /^\P{L}+|\P{L}+$/gu].map((ends) => text.replace(ends, ""));
  const cores = trimmed.filter(({ length }) => length >= MIN_WORD_LENGTH && text.length - length <= MAX_PADDING);
  return [text, ...cores].some((core) =>
    [core, withoutLeet(core, 0), withoutLeet(core, 1)].some((one) => loadCommonPasswords().has(one)),
  );
}

/** Replaces leet characters by letters. `alternative` selects among the letters that a character can stand for. */
const withoutLeet = (text: string, alternative: number): string =>
  [...text].map((character) => LEET[character]?.[alternative] ?? LEET[character]?.[0] ?? character).join("");

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

/** The form in which passwords are hashed, whichever characters a keyboard composes them of. */
const standardForm = (plain: string): string => plain.normalize("NFKC");

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
 * Sets an account's password, ends its sessions and tokens, and deletes unused links for a forgotten password.
 * `exceptSessionId` is the session that made the request and stays open. `keepTokens` keeps the owner's client tokens.
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
  refuseGuessable(plain, account?.username ?? "");
  const passwordHash = hash ?? (await hashPassword(plain));
  const passwordSealed = sealPassword(accountId, plain);
  await Account.update(
    { passwordHash, passwordSealed, passwordSetByOther: byOther, version: literal("version + 1") },
    { where: { id: accountId } },
  );
  await PasswordReset.destroy({ where: { accountId, usedAt: null } });
  await endAccess(accountId, { sessionId: exceptSessionId, clientTokens: keepTokens });
}
