import { describe, expect, test } from "vitest";
import { Lines, Password, PasswordAgain, Required, SearchText, Text } from "../../server/kernel/operation/input";
import { folded } from "../../server/kernel/text/characters";
import { cleanHtml } from "../../server/kernel/text/html";
import { codePoints } from "../world/code-points";

const messageOf = (text: string, schema = Text()) => schema.safeParse(text).error?.issues.map(({ message }) => message);

describe("one-line texts", () => {
  test.each([
    ["a right-to-left override", "\u202eksed", "U+202E"],
    ["an embedding", "desk\u202a", "U+202A"],
    ["an isolate", "de\u2066sk", "U+2066"],
    ["a direction mark", "desk\u200f", "U+200F"],
    ["the Arabic direction mark", "desk\u061c", "U+061C"],
    ["a zero-width space", "Zulu\u200b Desk", "U+200B"],
    ["a zero-width joiner between Latin letters", "Zu\u200dlu", "U+200D"],
    ["a zero-width non-joiner at the end", "Zulu\u200c", "U+200C"],
    ["a word joiner", "Zu\u2060lu", "U+2060"],
    ["a byte order mark within", "Zu\ufefflu", "U+FEFF"],
    ["a soft hyphen", "Zu\u00adlu", "U+00AD"],
    ["a Hangul filler", "\u3164", "U+3164"],
    ["a variation selector behind a letter", "a\ufe0f", "U+FE0F"],
    ["a tag character", "a\u{e0041}", "U+E0041"],
    ["a control character", "bell\u0007", "U+0007"],
    ["a control character of Latin 1", "next\u009b", "U+009B"],
  ])("%s is refused by its code, because nobody can see it", (_, text, code) => {
    expect(messageOf(text)).toEqual([
      `This text contains the invisible character ${code}. Please delete it or type the text again.`,
    ]);
    expect(SearchText().parse(text)).toBe(text.replaceAll(/[^\p{L} ]|\u3164/gu, ""));
  });

  test.each([
    ["Persian with a non-joiner", "\u06a9\u062a\u0627\u0628\u200c\u062e\u0627\u0646\u0647"],
    ["Hindi with a joiner", "\u0915\u094d\u200d\u0937"],
    ["Hebrew", "\u05e9\u05dc\u05d5\u05dd"],
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a heart in color", "\u2764\ufe0f"],
    ["a skin tone with a profession", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb}"],
    ["a rainbow flag", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
  ])("%s is accepted as it is", (_, text) => {
    expect(Text().parse(text)).toBe(text);
  });

  test("they are stored in NFC, and line breaks of a pasted text become spaces", () => {
    expect(Required().parse("Jose\u0301\tMu\u0308ller\r\n2")).toBe("José Müller 2");
    expect(Text(4).parse("José".normalize("NFD"))).toBe("José");
  });
});

test("texts of several lines keep what languages need and lose what reverses lines", () => {
  expect(Lines(100).parse("a\r\n\u202eksed\u202c Jose\u0301\u200f\n")).toBe("a\nksed José\u200f");
  expect(cleanHtml("<p>\u202eksed &#x202d;b <b title='&#x202e;x'>c</b></p>")).toBe("<p>ksed b <b>c</b></p>");
  expect(cleanHtml("<p>\u05e9\u200f (Jose\u0301)</p>")).toBe("<p>\u05e9\u200f (José)</p>");
});

test("a password is the same text on every keyboard, also in its repetition", () => {
  for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
    expect(Password.parse("Mañana-２０２６é".normalize(form))).toBe("Mañana-2026é");
    expect(PasswordAgain.parse("Mañana-２０２６é".normalize(form))).toBe("Mañana-2026é");
  }
  expect(Password.parse("é".repeat(72).normalize("NFD"))).toHaveLength(72);
});

test.each([
  ["José Müller", "jose muller"],
  ["ＺＵＬＵ\u00a0 Ｄｅｓｋ", "zulu desk"],
  ["Zulu\u200b  Desk ", "zulu desk"],
  ["Straße", "strasse"],
  ["STRASSE", "strasse"],
  ["Smørrebrød", "smorrebrod"],
  ["Æther Œuvre", "aether oeuvre"],
  ["Łódź", "lodz"],
  ["İstanbul Irmak ırmak", "istanbul irmak irmak"],
  ["ΟΔΟΣ", "οδοσ"],
  ["Ёлка", "елка"],
])("%j is compared as %j", (text, compared) => {
  expect(folded(text)).toBe(compared);
  expect(folded(text.normalize("NFD"))).toBe(compared);
});

test("what is compared once stays the same when it is compared again", () => {
  const changed = codePoints().filter((character) => folded(folded(`a${character}b`)) !== folded(`a${character}b`));
  expect(changed).toEqual([]);
});
