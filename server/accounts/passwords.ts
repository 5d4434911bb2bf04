import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hash, type Options, verify } from "@node-rs/argon2";
import { literal } from "sequelize";
import { Account, PasswordReset } from "~models";
import { invalid, tooMany } from "../kernel/operation/refusal";
import { type Actor, levels, reaches, type RoleLevel } from "../kernel/operation/roles";
import { brand } from "../kernel/process/brand";
import { config } from "../kernel/process/config";
import { counter } from "../kernel/process/metrics";
import { seal, unseal } from "../kernel/process/secrets";
import { Turns } from "../kernel/process/turns";
import { endAccess } from "./sessions";

/** Sorted from most to least common. MIT license. */
const LIST = "@zxcvbn-ts/language-common/src/passwords.json";
const ENTRIES = 10_000;
/** A common password with up to this many extra characters, such as a year, is as easy to guess. */
const MOST_AROUND = 6;
const SHORTEST_WORD = 4;
/** Shorter names occur in too many words. */
const SHORTEST_NAME = 3;

const LEET: Readonly<Record<string, string>> = {
  ...{ 0: "o", 1: "il", 2: "z", 3: "e", 4: "a", 5: "s", 6: "g", 7: "t", 8: "b", 9: "g" },
  ...{ "@": "a", $: "s", "!": "il", "|": "il", "+": "t", "(": "c" },
};

let list: ReadonlySet<string> | undefined;
const common = (): ReadonlySet<string> =>
  (list ??= new Set(
    (JSON.parse(readFileSync(createRequire(import.meta.url).resolve(LIST), "utf8")) as string[]).slice(0, ENTRIES),
  ));

/** Throws 422 at `password` if the new password is easy to guess. */
export function refuseGuessable(password: string, username: string): void {
  const message = whyGuessable(password, username);
  if (message !== undefined) throw invalid({ password: [message] });
}

/** The message for the password field: why it is easy to guess and what to use instead. Undefined if it is not. */
function whyGuessable(password: string, username: string): string | undefined {
  const text = compact(password);
  const reversed = [...text].reverse().join("");
  const isOf = (name: string) => isMadeOf(text, compact(name)) || isMadeOf(reversed, compact(name));
  if (isOf(username)) return "This is too similar to the username. Please use unrelated words.";
  if (isOf(brand().name)) {
    return `This is too similar to the name ${brand().name}. Please use unrelated words.`;
  }
  if ([password.toLowerCase(), text, reversed].some(isCommon)) {
    return "Many people use this password or one like it, so it is easy to guess. Please use several unrelated words.";
  }
  return undefined;
}

/** Lowercase, without the separators that people put between words. */
const compact = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, "");

/** True if the text has no letters except one or more copies of the name, spelled in letters or leet. */
function isMadeOf(text: string, name: string): boolean {
  if (name.length < SHORTEST_NAME) return false;
  // Per prefix length, a bit mask: 1 if the prefix can be parsed without the name, 2 if it can be parsed with it.
  const readable = new Array<number>(text.length + name.length + 1).fill(0);
  readable[0] = 1;
  for (let at = 0; at < text.length; at++) {
    const so = readable[at] ?? 0;
    if (so === 0) continue;
    if (!/\p{L}/u.test(text[at] ?? "")) readable[at + 1] = (readable[at + 1] ?? 0) | so;
    const spelled = [...name].every((letter, i) => spells(text[at + i] ?? "", letter));
    if (spelled) readable[at + name.length] = (readable[at + name.length] ?? 0) | 2;
  }
  return ((readable[text.length] ?? 0) & 2) !== 0;
}

const spells = (sign: string, letter: string): boolean => sign === letter || (LEET[sign]?.includes(letter) ?? false);

/** True if the list contains the text or its core without a few surrounding characters, also in leet. */
function isCommon(text: string): boolean {
  const short = [/\P{L}+$/u, /^\P{L}+/u, /^\P{L}+|\P{L}+$/gu].map((ends) => text.replace(ends, ""));
  const cores = short.filter(({ length }) => length >= SHORTEST_WORD && text.length - length <= MOST_AROUND);
  return [text, ...cores].some((core) =>
    [core, inLetters(core, 0), inLetters(core, 1)].some((one) => common().has(one)),
  );
}

/** Replaces leet characters by letters. `which` selects among the letters that a character can stand for. */
const inLetters = (text: string, which: number): string =>
  [...text].map((sign) => LEET[sign]?.[which] ?? LEET[sign]?.[0] ?? sign).join("");

// argon2id is the library's default algorithm. 19 MiB of memory, two passes, one lane.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Half of the libuv threads, which file access, DNS lookups and hashes share, so that a flood of sign-ins does not
// block writes to the spool. Each running hash takes 19 MiB.
const turns = new Turns(2);
const MOST_WAITING = 250;
const RETRY_SECONDS = 5;

const made = counter("password_hashes_total", "Runs of the password hash, for new passwords and for checks.");

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

/**
 * Sets an account's password, ends its sessions and tokens, and deletes unused links for a forgotten password.
 * `exceptSessionId` is the session that made the request and stays open. `keepTokens` keeps the owner's client tokens.
 * `hash` is the hash of `plain` if the caller computed it before the transaction. Throws 422 for a password that is
 * easy to guess.
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
