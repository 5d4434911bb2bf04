import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { invalid } from "../kernel/operation/refusal";
import { brand } from "../kernel/process/brand";
import { isBreached } from "./breached-passwords";

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
export async function refuseGuessable(password: string, username: string): Promise<void> {
  const forms = [...new Set([password, standardForm(password)])];
  const message = guessableReason(password, username) ?? ((await isBreached(forms)) ? BREACHED : undefined);
  if (message !== undefined) throw invalid({ password: [message] });
}

const BREACHED = "This password was in a data breach, so it is easy to guess. Please use several unrelated words.";

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

/** The form in which passwords are hashed, whichever characters a keyboard composes them of. */
export const standardForm = (plain: string): string => plain.normalize("NFKC");
