import { expect, test } from "vitest";
import type { z } from "zod";
import {
  DayText,
  Filter,
  Id,
  Ids,
  Lines,
  NewPassword,
  Password,
  PasswordAgain,
  Required,
  SearchText,
  Status,
  Text,
  TypedUsername,
  UntrimmedLines,
  Username,
  Verbatim,
  Version,
} from "../../server/kernel/operation/input";

/** The schemas that most inputs are made of: what each takes, as what, and what it refuses. */

const REFUSED = Symbol("refused");
const read = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : REFUSED;
};
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test.each<[string, z.ZodType, (readonly [sent: unknown, read: unknown])[]]>([
  [
    "an ID",
    Id,
    [
      [1, 1],
      [2_147_483_647, 2_147_483_647],
      [2_147_483_648, REFUSED],
      [0, REFUSED],
      [1.5, REFUSED],
    ],
  ],
  [
    "IDs of rows",
    Ids,
    [
      [
        [3, 3, 4],
        [3, 4],
      ],
      [[], REFUSED],
      [many(500), many(500)],
      [many(501), REFUSED],
      [[0], REFUSED],
    ],
  ],
  [
    "a status",
    Status,
    [
      [1, true],
      [0, false],
      [true, true],
      [false, false],
      [2, REFUSED],
      ["1", REFUSED],
    ],
  ],
  [
    "a text",
    Text(3),
    [
      [" a ", "a"],
      ["abc", "abc"],
      ["abcd", REFUSED],
      ["a\nb", "a b"],
      ["", ""],
      ["\ud800", REFUSED],
      ["a\u200b", REFUSED],
    ],
  ],
  [
    "a text that is needed",
    Required(3),
    [
      ["a", "a"],
      ["", REFUSED],
      [" ", REFUSED],
      ["abcd", REFUSED],
    ],
  ],
  [
    "a search",
    SearchText(4),
    [
      [" a\u200bb ", "ab"],
      ["abcde", REFUSED],
      ["\ud800", REFUSED],
    ],
  ],
  [
    "lines",
    Lines(5),
    [
      [" a\nb ", "a\nb"],
      ["abcdef", REFUSED],
    ],
  ],
  [
    "lines of a conversation",
    UntrimmedLines(5),
    [
      [" a\nb", " a\nb"],
      ["abcdef", REFUSED],
    ],
  ],
  [
    "a text as typed",
    Verbatim(3),
    [
      [" a ", " a "],
      ["abcd", REFUSED],
    ],
  ],
  [
    "a typed username",
    TypedUsername(),
    [
      [" Ann ", "Ann"],
      ["  ", REFUSED],
      ["ann lee", "ann lee"],
    ],
  ],
  [
    "a username",
    Username,
    [
      ["a_b.c-9", "a_b.c-9"],
      ["a b", REFUSED],
      ["é", REFUSED],
      ["aé", REFUSED],
      ["éa", REFUSED],
    ],
  ],
  [
    "a password",
    Password,
    [
      ["12345678", "12345678"],
      ["1234567", REFUSED],
      ["x".repeat(72), "x".repeat(72)],
      ["x".repeat(73), REFUSED],
    ],
  ],
  ["a password that composes", Password, [["cafe\u0301 \ufb01ve", "café five"]]],
  [
    "its repetition",
    PasswordAgain,
    [
      ["e\u0301", "é"],
      ["", ""],
    ],
  ],
  [
    "a new password",
    NewPassword,
    [
      ["", undefined],
      [undefined, undefined],
      ["12345678", "12345678"],
      ["short", REFUSED],
    ],
  ],
  [
    "a filter",
    Filter(Id),
    [
      ["", undefined],
      [null, undefined],
      [undefined, undefined],
      [3, 3],
      [0, REFUSED],
    ],
  ],
  [
    "a version",
    Version,
    [
      [1, 1],
      [5, 5],
      [undefined, undefined],
      [0, REFUSED],
    ],
  ],
  [
    "a day",
    DayText,
    [
      ["2026-03-02", "2026-03-02"],
      ...["2026-02-30", "2026-3-02", "2026-03-2", "26-03-02", "x2026-03-02", "2026-03-02x", "yyyy-03-02"].map(
        (day) => [day, REFUSED] as const,
      ),
    ],
  ],
])("%s", (_, schema, cases) => {
  for (const [sent, due] of cases) expect(read(schema, sent), JSON.stringify(sent)).toEqual(due);
});
