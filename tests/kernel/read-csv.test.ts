import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "../../server/kernel/operation/csv";

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

const texts: [what: string, text: string, cells: string[][]][] = [
  [
    "lines that end in LF",
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "lines that end in CRLF, the last without a line end",
    "a,b\r\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a byte order mark", "\ufeffa,b\n", [["a", "b"]]],
  ["a byte order mark before a quote", '\ufeff"a",b\n', [["a", "b"]]],
  ["quotes around commas, quotes and line ends", '"a,""b""\r\nc",d\n', [['a,"b"\r\nc', "d"]]],
  [
    "empty cells in every position",
    ",a,\n,,\n",
    [
      ["", "a", ""],
      ["", "", ""],
    ],
  ],
  ["an empty quoted cell", '"",a\n', [["", "a"]]],
  [
    "empty lines between rows",
    "a,b\n\n\r\nc,d\n\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a quote inside an unquoted cell", 'a"b,c\n', [['a"b', "c"]]],
  ["text after a closing quote", '"a" b,"c"d\n', [['"a" b', '"c"d']]],
  ["an unclosed quote", 'a,"b\nc,d\n', [["a", "b\nc,d\n"]]],
  ["an unclosed quote after doubled ones", '"a""', [['a"']]],
  [
    "lines with different line ends",
    "a,b\rc,d\r\ne,f\ng,h",
    [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
      ["g", "h"],
    ],
  ],
  ["a comma at the end of the file", "a,", [["a", ""]]],
  ["an empty file", "", []],
];

test.each(texts)("reads %s", (_what, text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

test("a row has the line on which it begins, even after cells with line breaks", () => {
  const rows = readCsv('\ufeffhead\n"a\nb\r\nc"\n\nd\r\ne');
  expect(rows.map(({ line, cells: [cell] }) => [line, cell])).toEqual([
    ...([
      [1, "head"],
      [2, "a\nb\r\nc"],
      [6, "d"],
      [7, "e"],
    ] as const),
  ]);
});

test("any cell content is read back as written", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "é") });
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
      expect(cellsOf(text)).toEqual(rows);
    }),
  );
});
