import { expect, test } from "vitest";
import { z } from "zod";
import { CsvText, csvText, FlagCell, NumberCell, readRows } from "../../server/kernel/operation/csv";
import { Flag, Id, Verbatim } from "../../server/kernel/operation/input";
import { Money } from "../../server/kernel/text/money";
import { Refusal } from "../../server/kernel/operation/refusal";
import { rowEffect, createDryRun, requireUnchanged } from "../../server/kernel/operation/dry-run";

const Row = z.object({
  id: NumberCell(Id),
  name: Verbatim(255).trim().optional(),
  payout: NumberCell(Money.optional()),
  active: FlagCell(Flag.optional()),
});
const columns = { needed: ["id"], further: ["name", "payout", "active"] };
const read = (text: string) => readRows(text, Row, columns);
const refusalOf = (act: () => unknown): Refusal => {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
  throw new Error("Nothing was refused.");
};

test("rows are read by column name, in any order, and empty cells are absent", () => {
  expect(read("active,id,payout\nYes,3,12.50\n0,4,\n").map(({ line, row }) => [line, row])).toEqual([
    [2, { id: 3, payout: 12.5, active: true }],
    [3, { id: 4, payout: undefined, active: false }],
  ]);
});

test.each([
  ["", "The first line must name the columns id."],
  ["name,payout\na,1\n", "The first line must name the columns id."],
  ["id,nmae\n1,a\n", 'There is no column "nmae".'],
  ["id,id\n1,1\n", "The column id appears twice."],
  ["id\n", "The file has no rows."],
  [`id\n${"1\n".repeat(5001)}`, "The file has 5001 rows; please send at most 5000."],
])("a file that cannot be read as a whole is refused: %j", (text, message) => {
  expect(refusalOf(() => read(text)).data).toEqual({ csv: [message] });
});

test.each(["1,5", "1e3", "-1", "12.345", "1234567890123", "NaN", "0x10", "₱5", "1 000"])(
  "an invalid price %j is reported with its line and column",
  (text) => {
    const [good, bad] = read(`id,payout\n1,5\n2,"${text}"\n`);
    expect([good?.faults, bad?.line, bad?.row]).toEqual([[], 3, undefined]);
    expect(bad?.faults).toEqual([expect.stringMatching(/^payout: Please /)]);
  },
);

test("a row with a missing or extra cell is reported, and the others are read", () => {
  const faults = read("id,name\n1\n2,b,c\n3,d\n").map((row) => row.faults);
  expect(faults).toEqual([["It has 1 cells instead of 2."], ["It has 3 cells instead of 2."], []]);
});

test("a written file is read back unchanged, formulas and quotes included", () => {
  const names = ["=1+1", "+a", "@b", "-c", 'say "x", y', "'quoted'", "line\nend", "ä €"];
  const text = csvText([["id", "name"], ...names.map((name, i) => [i + 1, name])]);
  expect(text).toContain("'=1+1");
  expect(read(text).map(({ row }) => row?.name)).toEqual(names);
});

test("a file with semicolons is read, with commas as the decimal sign", () => {
  const text = '\ufeffid;name;payout\r\n1;a,b;512,50\r\n2;"c;d";7\r\n';
  expect(read(text).map(({ row }) => row)).toEqual([
    { id: 1, name: "a,b", payout: 512.5 },
    { id: 2, name: "c;d", payout: 7 },
  ]);
  expect(refusalOf(() => read("nmae;id\n1;2\n")).data).toEqual({ csv: ['There is no column "nmae".'] });
  expect(read("id,name\n1,a;b\n").map(({ row }) => row?.name)).toEqual(["a;b"]);
});

test("a file is a readable text of at most 1 MB", () => {
  const ok = (text: string) => CsvText.safeParse(text).success;
  expect([ok(""), ok("a"), ok("a".repeat(1_000_000)), ok("a".repeat(1_000_001)), ok("a\0")]).toEqual([
    ...[false, true, true, false, false],
  ]);
});

test("an effect lists what a row adds, changes or leaves unchanged, or why it is refused", () => {
  const at = { line: 2, name: "a", faults: [] };
  expect(rowEffect(at, null, { payout: 1 })).toMatchObject({ outcome: "new" });
  expect(rowEffect(at, { payout: 1, lpp: 2, other: 3 }, { payout: 1.5, lpp: 2 })).toEqual({
    ...at,
    outcome: "changed",
    changes: [{ field: "payout", before: 1, after: 1.5 }],
  });
  expect(rowEffect(at, { payout: 1 }, { payout: 1 })).toMatchObject({ outcome: "same", changes: [] });
  expect(rowEffect({ ...at, faults: ["No."] }, { payout: 1 }, { payout: 2 })).toMatchObject({
    ...{ outcome: "refused", changes: [], faults: ["No."] },
  });
});

test("exactly the previewed changes are applied; if they have changed, a new preview is returned", () => {
  const at = { line: 2, name: "a", faults: [] };
  const shown = createDryRun([rowEffect(at, { payout: 1 }, { payout: 2 })]);
  const now = createDryRun([rowEffect(at, { payout: 3 }, { payout: 2 })]);
  requireUnchanged(shown.mark, shown);
  requireUnchanged(undefined, now);
  expect(refusalOf(() => requireUnchanged(shown.mark, now))).toMatchObject({ status: 409, data: { current: now } });
});
