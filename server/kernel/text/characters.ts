/** The characters of texts: which are accepted, in which form they are stored, and how texts are compared. */

/** True if the text has no NUL and no half of a surrogate pair, which PostgreSQL cannot store. */
export const isWellFormed = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Writing systems in which a joiner changes the letters beside it, as in Persian and Hindi. */
const JOINING = ["Arabic", "Syriac", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya"]
  .concat("Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala")
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
const PICTURE = String.raw`\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}`;
/** Control characters and invisible ones, except in the few places where they change what is seen. */
const HIDDEN = new RegExp(
  [
    String.raw`(?<=[${PICTURE}])[\uFE0E\uFE0F]|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])|(?<=[${PICTURE}\uFE0F])\u200D(?=[${PICTURE}])`,
    String.raw`(?<hidden>[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB])`,
  ].join("|"),
  "gu",
);

/** The message for a text with a character that cannot be seen or that reverses others. Undefined for other texts. */
export function hiddenCharacterError(text: string): string | undefined {
  for (const { groups } of text.matchAll(HIDDEN)) {
    if (groups?.hidden === undefined) continue;
    const code = groups.hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return `This text contains the invisible character U+${code}. Please delete it or type the text again.`;
  }
  return undefined;
}

/** The text without the characters that `hiddenCharacterError` refuses. */
export const withoutHidden = (text: string): string =>
  text.replace(HIDDEN, (found, ...rest) => ((rest.at(-1) as { hidden?: string }).hidden === undefined ? found : ""));

/** A text of one line in NFC, as it is stored. Tabs and line breaks of a pasted text become spaces. */
export const oneLine = (text: string): string => text.normalize("NFC").replace(/[\t-\r\u0085\u2028\u2029]+/g, " ");

/** Characters that write what follows in the other direction, up to the end of the line. Marks and isolates are kept. */
const OVERRIDES = /[\u202A-\u202E]/g;

/** A text of several lines in NFC, as it is stored: with the line ends of programs, and without overrides. */
export const severalLines = (text: string): string =>
  text.normalize("NFC").replaceAll("\r\n", "\n").replace(OVERRIDES, "");

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
  ...{ ø: "o", đ: "d", ð: "d", ħ: "h", ł: "l", ı: "i", ŧ: "t", ς: "σ" },
};
const IGNORED =
  /[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu;

/**
 * The text as it is compared: without case, accents, width, invisible characters and repeated spaces. `José` and
 * `ＪＯＳＥ` become `jose`. The function of the same name in the database does the same to what is stored.
 */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœþøđðħłıŧς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(IGNORED, "")
    .replace(/[\t-\r \u0085\u1680\u2028\u2029]+/g, " ")
    .replace(/^ | $/g, "");
