/** Words up to this length always stay whole. Addresses may be as long as a shortened text. */
const [LONGEST_WORD, LONGEST_ADDRESS] = [16, 30];
/** Length of the pieces of a word without joints. */
const PIECE = 10;
export const LONG_WORD = new RegExp(`\\S{${LONGEST_WORD + 1},}`, "g");
const JOINTS = /(?<=[@./?&=:_,;-])/u;
/** Placeholder for <wbr> while a text is escaped: a noncharacter of Unicode, which no text contains. */
const MARK = "\uFDD0";

/** Splits a long word after its joints; what has none, anywhere. */
export function piecesOf(word: string): string[] {
  const pieces: string[] = [];
  for (const part of word.split(JOINTS)) {
    for (const characters = [...part]; characters.length > 0;) {
      const piece = characters.splice(0, part.length > LONGEST_WORD ? PIECE : LONGEST_WORD).join("");
      const last = pieces.at(-1);
      if (last !== undefined && last.length + piece.length <= PIECE) pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

const isWhole = (word: string): boolean => word.includes("@") && word.length <= LONGEST_ADDRESS;

/** Chromium breaks dates after a hyphen. A cell with nothing but a date has a column that never wraps (`nowrap`). */
const DAY = /\d{4}-\d\d-\d\d/;
const DAY_IN_SENTENCE = /(?<=[a-z].*)\d{4}-\d\d-\d\d/gi;

/**
 * A cell's text as HTML. Only long words have places to break at, so that a column is never too narrow for an ordinary
 * word, and never as wide as the longest one.
 */
export const breakable = (text: string, escaped: (part: string) => string): string =>
  text.length <= LONGEST_WORD
    ? escaped(text)
    : unbroken(
        text.replace(LONG_WORD, (word) => (isWhole(word) ? word : piecesOf(word).join(MARK))),
        escaped,
      ).replaceAll(MARK, "<wbr/>");

/** The same for a text that the style sheet breaks wherever its line ends: places to break at would only cost bytes. */
export const unbroken = (text: string, escaped: (part: string) => string): string =>
  DAY.test(text) ? escaped(text).replace(DAY_IN_SENTENCE, '<span class="nowrap">$&</span>') : escaped(text);
