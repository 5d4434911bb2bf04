import { expect, test } from "vitest";
import { linesOf } from "../world/times";

test("a run reports its ten slowest files and the time of each kind of test, slowest first", () => {
  const kernel = Array.from({ length: 11 }, (_, index) => ({
    file: `kernel/${index}.test.ts`,
    tests: 2,
    seconds: index,
  }));
  const lines = linesOf([
    ...kernel,
    { file: "house.test.ts", tests: 9, seconds: 1.25 },
    { file: "browser/a/b.test.ts", tests: 3, seconds: 90 },
  ]);
  expect(lines).toEqual([
    "Slowest files (seconds):",
    "     90.0  browser/a/b.test.ts",
    ...[10, 9, 8, 7, 6, 5, 4, 3].map((index) => `${`${index}.0`.padStart(9)}  kernel/${index}.test.ts`),
    "      2.0  kernel/2.test.ts",
    "Kinds of tests (files, tests, seconds):",
    "        1        3     90.0  browser",
    "       11       22     55.0  kernel",
    "        1        9      1.3  (top)",
  ]);
});
