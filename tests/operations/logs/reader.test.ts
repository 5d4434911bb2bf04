import { expect, it } from "vitest";
import { sql } from "../../../server/kernel/database/sql";
import { commonLog } from "../../../server/logs/common-log";
import { withText } from "../../../server/logs/reader/criteria";
import { type Log, parsePlace } from "../../../server/logs/reader/log";
import { type Answer, BOUNDS, type Bounds, type Question } from "../../../server/logs/reader/question";
import { readLog } from "../../../server/logs/reader/read";
import { streamLog } from "../../../server/logs/reader/stream";
import { plansOf, touched } from "../../world/plan";
import { test } from "../../world/rollback";
import { asked, manyRows, oneStretch } from "./world";

type Row = { id: number; posted: { n: number }; username: string; responseCode: number };
const kind = commonLog as unknown as Log<Row>;

const read = (question: Partial<Question> = {}, bounds: Bounds = BOUNDS): Promise<Answer<Row>> =>
  readLog(kind, asked(question), bounds);
const numbers = ({ items }: Answer<Row>) => items.map(({ posted }) => posted.n);
const needle = { matching: sql`${withText(sql`l.post_params::text`, "needle")}`, selective: true };
const down = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

test("a log is read newest first, page by page, with the total [COMMON-13, WIDGET-01]", async () => {
  await manyRows(130);
  const first = await read();
  expect([numbers(first), first.total, first.totalIsEstimate]).toEqual([down(129, 50), 130, undefined]);
  expect(numbers(await read({ page: 3 }))).toEqual(down(29, 30));
  expect(numbers(await read({ page: 4 }))).toEqual([]);
  expect(numbers(await read({ sortAsc: true, pageSize: 3 }))).toEqual([0, 1, 2]);
});

test.each([BOUNDS, oneStretch(1_000)])(
  "the next page starts after the last row, however many rows have arrived in the meantime",
  async (bounds) => {
    await manyRows(130);
    const first = await read({ pageSize: 20 }, bounds);
    await manyRows(5, "2026-06-11");
    const after = parsePlace(kind, first.next ?? "");
    expect(after).toBeDefined();
    expect(numbers(await read({ page: 2, pageSize: 20, after }, bounds))).toEqual(down(109, 20));
    const back = await read({ page: 2, pageSize: 2, sortAsc: true, after }, bounds);
    expect(numbers(back)).toEqual([111, 112]);
    expect((await read({ pageSize: 500 }, bounds)).next).toBeUndefined();
  },
);

it("an invalid position in the address is ignored", () => {
  for (const text of ["", "1", "1.", ".1", "1.x", "-1.1", "1.1.1", "99999999999999999.1"]) {
    expect(parsePlace(kind, text)).toBeUndefined();
  }
  expect(parsePlace(kind, "1700000000000000.12")).toEqual({ micros: 1_700_000_000_000_000, id: "12" });
});

test("beyond its limit the total is an estimate and marked as such [COMMON-14]", async () => {
  await manyRows(130);
  const bounds = { ...BOUNDS, counted: 100 };
  expect(await read({}, bounds)).toMatchObject({ total: 100, totalIsEstimate: true });
  const last = await read({ page: 3 }, bounds);
  expect([last.total, numbers(last).length]).toEqual([100, 30]);
  expect(await read({}, { ...BOUNDS, counted: 130 })).toMatchObject({ total: 130 });
});

test("sorting by another column sorts the newest rows and states how many", async () => {
  await manyRows(130);
  const all = await read({ sortField: "responseCode", pageSize: 14 });
  expect(all.items.map(({ responseCode }) => responseCode)).toEqual([...Array<number>(13).fill(422), 200]);
  expect([all.sortedAmong, all.next]).toEqual([undefined, undefined]);
  const newest = await read({ sortField: "responseCode", pageSize: 14 }, { ...BOUNDS, sorted: 50 });
  expect(newest.items.filter(({ responseCode }) => responseCode === 422)).toHaveLength(5);
  expect(newest).toMatchObject({ sortedAmong: 50 });
  expect(await read({ sortField: "username" }, { ...BOUNDS, sorted: 130 })).not.toHaveProperty("sortedAmong");
});

test("rows found by an index are found anywhere in the log and counted in full", async () => {
  await manyRows(450);
  const found = await read({ ...needle, pageSize: 3 });
  expect([numbers(found), found.total]).toEqual([[403, 303, 203], 5]);
  const rest = await read({ ...needle, page: 2, pageSize: 3, after: parsePlace(kind, found.next ?? "") });
  expect([numbers(rest), rest.total, rest.next]).toEqual([[103, 3], 5, undefined]);
  expect(numbers(await read({ ...needle, page: 2, pageSize: 3 }))).toEqual([103, 3]);
  expect(numbers(await read({ ...needle, sortAsc: true, pageSize: 2 }))).toEqual([3, 103]);
  const many = await read({ ...needle, pageSize: 2 }, { ...BOUNDS, counted: 4 });
  expect([numbers(many), many.total, many.totalIsEstimate]).toEqual([[403, 303], 4, true]);
});

test("an export of rows found by an index reads only those rows, in both directions", async () => {
  await manyRows(450);
  for (const sortAsc of [false, true]) {
    const pieces: number[][] = [];
    const question = asked({ ...needle, sortAsc });
    for await (const rows of streamLog(kind, question, { stretch: 1, atOnce: 2 })) {
      pieces.push(rows.map(({ posted }) => posted.n));
    }
    const ordered = [403, 303, 203, 103, 3];
    const [a, b, c, d, e] = sortAsc ? ordered.reverse() : ordered;
    // Read along the log, it would arrive in 450 pieces, most of them empty.
    expect(pieces).toEqual([[a, b], [c, d], [e]]);
  }
});

test("a page past the last row is known to be empty without reading up to it", async () => {
  await manyRows(450);
  const bounds = { ...BOUNDS, counted: 4, looking: 0 };
  for (const question of [{ page: 100_000 }, { ...needle, page: 3 }, { ...needle, page: 100_000 }]) {
    const { answer, plans } = await plansOf(() => read({ ...question, pageSize: 3 }, bounds));
    expect([answer.items, answer.total, answer.totalIsEstimate, answer.cutOffAt]).toEqual([[], 4, true, undefined]);
    // Five rows are counted, and the first and last numbers are looked up.
    if (!("selective" in question)) expect(plans.reduce((sum, plan) => sum + touched(plan), 0)).toBeLessThan(40);
  }
  expect(numbers(await read({ page: 150, pageSize: 3 }, bounds))).toEqual([2, 1, 0]);
});

test("a slow search reads range by range, and the answer states how far it got", async () => {
  await manyRows(450);
  const cut = await read(needle, oneStretch(200));
  expect([numbers(cut), cut.total, cut.totalIsEstimate]).toEqual([[403, 303], 2, true]);
  // Minute 250 of the day is the last of the two hundred newest.
  expect(cut.cutOffAt).toEqual(new Date("2026-06-10T04:10:00Z"));
  const on = await read({ ...needle, page: 2, after: parsePlace(kind, cut.next ?? "") }, oneStretch(200));
  expect([numbers(on), on.cutOffAt]).toEqual([[203, 103], new Date("2026-06-10T00:50:00Z")]);
  const end = await read({ ...needle, page: 3, after: parsePlace(kind, on.next ?? "") }, oneStretch(200));
  expect([numbers(end), end.cutOffAt, end.totalIsEstimate]).toEqual([[3], undefined, undefined]);
});

test("a page that is full before the time limit is not cut off", async () => {
  await manyRows(450);
  const full = await read({ ...needle, pageSize: 2 }, { ...oneStretch(20), looking: 10_000 });
  expect([numbers(full), full.cutOffAt, full.totalIsEstimate]).toEqual([[403, 303], undefined, true]);
  const whole = await read(needle, { ...oneStretch(20), looking: 10_000 });
  expect([numbers(whole).length, whole.total, whole.totalIsEstimate]).toEqual([5, 5, undefined]);
});

test("ranges of any length return every row once, in both directions and within the dates", async () => {
  await manyRows(100);
  const range = [new Date("2026-06-10T00:10:00Z"), new Date("2026-06-10T01:20:00Z")] as const;
  for (const stretch of [1, 7, 70, 71, 500]) {
    for (const atOnce of [1, 3, 500]) {
      for (const sortAsc of [true, false]) {
        const seen: number[] = [];
        for await (const rows of streamLog(kind, asked({ range, sortAsc }), { stretch, atOnce })) {
          expect(rows.length).toBeLessThanOrEqual(atOnce);
          seen.push(...rows.map(({ posted }) => posted.n));
        }
        const expected = down(79, 70);
        expect(seen).toEqual(sortAsc ? expected.reverse() : expected);
      }
    }
  }
});
