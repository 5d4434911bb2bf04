import { expect } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { officeCharts } from "../../server/reports";
import { aReversal, aSale } from "../world/builders";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { fold } from "./fold";
import { theWeek } from "./the-week";

const read = (actor: Actor, period: string) => ask(officeCharts, actor, { period });
const point = (date: string, value: number, progress: number | null) => ({ date, value, progress });
const part = (...of: Parameters<typeof point>) => ({ ...point(...of), incomplete: true });
/** An incomplete month with the sales on the same days of the month before. */
const month = (date: string, value: number, progress: number, before: number, grown: number) => ({
  ...part(date, value, progress),
  sameDays: { before, progress: grown },
});

test("each office with sales has a chart with a point for each day, including days without sales [CHART-02, CHART-04, CHART-10, CHART-11, PERIOD-07]", async () => {
  const { admin, north, south, cid, slow } = await theWeek();
  const norths = {
    companyId: north.id,
    officeName: "North",
    items: [
      point("2026-03-05", 0, null),
      point("2026-03-06", 1, 100),
      point("2026-03-07", 0, -100),
      point("2026-03-08", 2, 100),
      point("2026-03-09", 1, -50),
      point("2026-03-10", 0, -100),
      point("2026-03-11", 0, null),
    ],
  };
  expect(await read(admin.actor, "2026-03-05,2026-03-11,day")).toEqual([norths]);
  await aSale({ agent: cid, type: slow, at: "2026-03-11T12:00Z" });
  const souths = norths.items.map(({ date }) => (date === "2026-03-11" ? point(date, 1, 100) : point(date, 0, null)));
  expect(await read(admin.actor, "2026-03-05,2026-03-11,day")).toEqual([
    norths,
    { companyId: south.id, officeName: "South", items: souths },
  ]);
  expect(await read(admin.actor, "2030-01-01,2030-12-31,day")).toEqual([]);
});

test("the first point is compared with the one before the period, and an office that sold only before it has no chart", async () => {
  const { admin, ada, quick } = await theWeek();
  const [chart] = await read(admin.actor, "2026-03-09,2026-03-09,day");
  expect(chart?.items).toEqual([point("2026-03-09", 1, -50)]);
  expect(await read(admin.actor, "2026-03-10,2026-03-12,day")).toEqual([]);
  // Equal sales on both days still make a point; only a period without sales has none.
  await aSale({ agent: ada, type: quick, at: "2026-03-10T15:00Z" });
  const [same] = await read(admin.actor, "2026-03-10,2026-03-10,day");
  expect(same?.items).toEqual([point("2026-03-10", 1, 0)]);
});

test("a chart by month has a point for each month, from whole half-months and pending deltas [CHART-09, PERIOD-07]", async () => {
  const { admin, ada, quick } = await theWeek();
  for (const day of ["2026-01-31T12:00Z", "2026-02-01T05:00Z", "2026-02-01T04:59:59Z", "2026-05-20T12:00Z"])
    await aSale({ agent: ada, type: quick, at: day });
  await execute(sql`
      INSERT INTO stats_half (agent_id, day, type_id, company_id, site_id, flags, hits, raws, uniques, events, sales,
        bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout, days)
      SELECT agent_id, date '2025-12-16', type_id, company_id, site_id, flags, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 1
      FROM stats_delta WHERE sales > 0 LIMIT 1`);
  const [chart] = await read(admin.actor, "2026-01-01,2026-06-30,month");
  expect(chart?.items).toEqual([
    point("2026-01", 2, (100 * (2 - 3)) / 3),
    point("2026-02", 1, -50),
    point("2026-03", 4, 300),
    point("2026-04", 0, -100),
    point("2026-05", 1, 100),
    point("2026-06", 0, -100),
  ]);
});

test("future days and months have no points, so none reads −100%, and the current one is marked [CHART-02, CHART-08]", async () => {
  const { admin, ada, quick } = await theWeek();
  await aSale({ agent: ada, type: quick, at: "2026-02-10T15:00Z" });
  const points = (moment: string, period: string) =>
    withFixedTime(moment, async () => (await read(admin.actor, period))[0]?.items);
  const days = "2026-03-07,2026-03-11,day";
  // The day ends at midnight in New York, whose clock is set forward on the 8th.
  expect(await points("2026-03-09T03:59:59.999Z", days)).toEqual([
    point("2026-03-07", 0, -100),
    part("2026-03-08", 2, 100),
  ]);
  expect(await points("2026-03-09T04:00:00Z", days)).toEqual([
    point("2026-03-07", 0, -100),
    point("2026-03-08", 2, 100),
    part("2026-03-09", 1, -50),
  ]);
  const year = "2026-01-01,2026-12-31,month";
  const begun = [point("2026-01", 0, null), point("2026-02", 1, 100)];
  expect(await points("2026-03-10T12:00Z", year)).toEqual([...begun, month("2026-03", 4, 300, 1, 300)]);
  // Marked while it runs, even if the period ends today.
  const toDate = "2026-01-01,2026-03-31,month";
  expect(await points("2026-04-01T03:59:59Z", toDate)).toEqual([...begun, month("2026-03", 4, 300, 1, 300)]);
  expect(await points("2026-04-01T04:00:00Z", toDate)).toEqual([...begun, point("2026-03", 4, 300)]);
  expect(await points("2026-04-01T04:00:00Z", year)).toEqual([
    ...[...begun, point("2026-03", 4, 300)],
    month("2026-04", 0, -100, 0, 0),
  ]);
  expect(await withFixedTime("2026-03-05T12:00Z", () => read(admin.actor, "2026-03-06,2026-03-11,day"))).toEqual([]);
  expect(await withFixedTime("2026-02-28T12:00Z", () => read(admin.actor, "2026-03-01,2026-12-31,month"))).toEqual([]);
});

test("months of partial ranges count only the days in the range, rolled up or not, and are marked as partial [CHART-09]", async () => {
  const { admin, ada, quick } = await theWeek();
  for (const at of ["2026-02-03T15:00Z", "2026-02-20T15:00Z", "2026-05-20T15:00Z", "2026-05-21T15:00Z"])
    await aSale({ agent: ada, type: quick, at });
  const items = async (period: string) => (await read(admin.actor, period))[0]?.items;
  const known = async () => {
    expect(await items("2026-03-07,2026-05-20,month")).toEqual([
      month("2026-03", 3, 50, 1, 200),
      point("2026-04", 0, -100),
      month("2026-05", 1, 100, 0, 100),
    ]);
    expect(await items("2026-03-06,2026-03-06,month")).toEqual([month("2026-03", 1, -50, 0, 100)]);
    expect(await items("2026-02-16,2026-03-31,month")).toEqual([
      month("2026-02", 1, 100, 0, 100),
      point("2026-03", 4, 300),
    ]);
  };
  await known();
  await fold();
  await known();
});

test("a running month is compared with the same days of the month before, also after a shorter one, and not with all of it [CHART-09]", async () => {
  const { admin, ada, quick } = await theWeek();
  // February has two sales until the 10th and one later; the known week has four sales in March.
  for (const at of ["2026-02-03T15:00Z", "2026-02-10T15:00Z", "2026-02-11T15:00Z"])
    await aSale({ agent: ada, type: quick, at });
  const march = async (moment: string) =>
    withFixedTime(moment, async () => (await read(admin.actor, "2026-01-01,2026-12-31,month"))[0]?.items.at(-1));
  const known = async () => {
    expect(await march("2026-03-10T12:00Z")).toEqual(month("2026-03", 4, (100 * (4 - 3)) / 3, 2, 100));
    expect(await march("2026-03-31T12:00Z")).toMatchObject({ sameDays: { before: 3 } });
  };
  await known();
  await fold();
  await known();
});

test("days of 23 and 25 hours have one point like every other [PERIOD-01]", async () => {
  const { admin, ada, quick } = await theWeek();
  for (const at of ["2026-11-01T04:00Z", "2026-11-01T05:30Z", "2026-11-01T06:30Z", "2026-11-02T04:59:59.999Z"])
    await aSale({ agent: ada, type: quick, at });
  const values = async (period: string) => (await read(admin.actor, period))[0]?.items.map(({ value }) => value);
  expect(await values("2026-10-31,2026-11-02,day")).toEqual([0, 4, 0]);
  expect(await values("2026-03-07,2026-03-09,day")).toEqual([0, 2, 1]);
});

test("a reversal reduces its own day: a day may be negative, and the chart stays even if the sum is zero", async () => {
  const { admin, south, cid, slow } = await theWeek();
  const sale = await aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" });
  const ofSouth = async () =>
    (await read(admin.actor, "2026-03-06,2026-03-08,day")).find(({ companyId }) => companyId === south.id)?.items;
  await aReversal(sale, { at: "2026-03-07T15:00Z" });
  expect(await ofSouth()).toEqual([
    point("2026-03-06", 1, 100),
    point("2026-03-07", -1, -200),
    point("2026-03-08", 0, -100),
  ]);
  const second = await aSale({ agent: cid, type: slow, at: "2026-03-07T16:00Z" });
  await aReversal(second, { at: "2026-03-07T17:00Z" });
  expect((await ofSouth())?.[1]).toEqual(point("2026-03-07", -1, -200));
});

test("a manager reads their own office with its name, an agent nothing [API-64, ROLE-22]", async () => {
  const { north, south, ada, cid, slow } = await theWeek();
  await aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" });
  const period = "2026-03-06,2026-03-07,day";
  expect((await read(north.actor, period)).map(({ officeName }) => officeName)).toEqual(["North"]);
  expect((await read(south.actor, period)).map(({ companyId }) => companyId)).toEqual([south.id]);
  expect(await refused(officeCharts, ada.actor, { period })).toEqual({ status: 403 });
  expect(await refused(officeCharts, null, { period })).toEqual({ status: 401 });
});

const NONE = "Please choose a period.";
const INVALID = "Date Range is not valid";
const MANY = "Please choose at most 366 days or months.";
const wrong: [why: string, period: unknown, message: string][] = [
  ["none", undefined, NONE],
  ["nothing", "", NONE],
  ["null", null, NONE],
  ["a list", ["2026-03-06,2026-03-07,day"], NONE],
  ["one day", "2026-03-06", NONE],
  ["no unit", "2026-03-06,2026-03-07", NONE],
  ["an unknown unit", "2026-03-06,2026-03-07,hour", NONE],
  ["four parts", "2026-03-06,2026-03-07,day,", NONE],
  ["days in two parts", "2026-03-06 2026-03-07,day", NONE],
  ["reversed", "2026-03-07,2026-03-06,day", INVALID],
  ["reversed months", "2026-04-01,2026-03-31,month", INVALID],
  ["an impossible day", "2026-02-29,2026-03-01,day", INVALID],
  ["an impossible end", "2026-03-01,2026-04-31,month", INVALID],
  ["a time", "2026-03-01T00:00,2026-03-31,month", INVALID],
  ["whole weeks", "2026-03-02,2026-03-08,week", "Please choose days or months."],
  ["half-months", "2026-03-01,2026-03-15,beWeek", "Please choose days or months."],
  ["a year", "2026-01-01,2026-12-31,year", "Please choose days or months."],
  ["a day too many", "2026-01-01,2027-01-02,day", MANY],
  ["a month too many", "1995-12-31,2026-06-01,month", MANY],
  ["all days there are", "1900-01-01,2999-12-31,day", MANY],
];

test("an invalid period of days or months is refused at its field [API-64, CHART-09]", async () => {
  const { admin } = await theWeek();
  for (const [why, period, message] of wrong) {
    const answer = await refused(officeCharts, admin.actor, period === undefined ? {} : { period });
    expect(answer, why).toEqual({ status: 422, data: { period: [message] } });
  }
  const points = async (period: string) => (await read(admin.actor, period))[0]?.items.length;
  expect(await points("2025-03-09,2026-03-09,day")).toBe(366);
  expect(await points("1996-01-31,2026-06-01,month")).toBe(366);
});
