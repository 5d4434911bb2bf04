import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brand } from "../kernel/process/brand";
import { invalid } from "../kernel/operation/refusal";

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
export function whyGuessable(password: string, username: string): string | undefined {
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
