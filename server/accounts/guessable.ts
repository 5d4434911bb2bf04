import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brand } from "../kernel/brand";
import { invalid } from "../kernel/refusal";

/** From most to least common, MIT licence. */
const LIST = "@zxcvbn-ts/language-common/src/passwords.json";
const ENTRIES = 10_000;
/** A common password with a year or a few signs around it is as common; with more it is a password of its own. */
const MOST_AROUND = 6;
const SHORTEST_WORD = 4;
/** Shorter names are part of too many words. */
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

/** Refuses a new password that is guessed at the first tries (422 at `password`). */
export function refuseGuessable(password: string, username: string): void {
  const message = whyGuessable(password, username);
  if (message !== undefined) throw invalid({ password: [message] });
}

/** How somebody guesses it, and what to do instead, in a sentence for its field; undefined where it is no easy guess. */
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

/** Without case, and without what people put between words. */
const compact = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, "");

/** Whether the text is the name, once or several times, spelled in letters or leet, and beside it no other letters. */
function isMadeOf(text: string, name: string): boolean {
  if (name.length < SHORTEST_NAME) return false;
  // For each length: whether so many characters can be read so, without the name (1), with it (2), or both (3).
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

/** In the list as it is, or its word with few signs around it, also in leet. */
function isCommon(text: string): boolean {
  const short = [/\P{L}+$/u, /^\P{L}+/u, /^\P{L}+|\P{L}+$/gu].map((ends) => text.replace(ends, ""));
  const cores = short.filter(({ length }) => length >= SHORTEST_WORD && text.length - length <= MOST_AROUND);
  return [text, ...cores].some((core) =>
    [core, inLetters(core, 0), inLetters(core, 1)].some((one) => common().has(one)),
  );
}

/** The text with leet read as letters; `which` of the two letters that a sign may be. */
const inLetters = (text: string, which: number): string =>
  [...text].map((sign) => LEET[sign]?.[which] ?? LEET[sign]?.[0] ?? sign).join("");
