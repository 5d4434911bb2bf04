import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { sitesExport } from "../../server/reports";
import { aReversal, aSale } from "../world/builders";
import { cell, csvIn } from "../world/table";
import { test } from "../world/rollback";
import { refusedStream, textOf } from "./ask";
import { fold } from "./fold";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-06", end: "2026-03-09" };

/** 101 days of 101 agents with one click each, only in the roll-ups. */
async function aLongReport(type: { id: number; siteId: number }): Promise<void> {
  await execute(sql`
    INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, events, sales,
      bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
    SELECT 900000 + agent, date '2025-01-01' + day, ${type.id}, 1, ${type.siteId}, 0, 'US', 1, 1 + (agent + day) % 7, 1, 0, 0,
      0, 0, 0, 0, 0, 0, 0
    FROM generate_series(0, 100) AS agent, generate_series(0, 100) AS day`);
  await fold();
}

test("a report of many pages is written completely in any order, each row once", async () => {
  const { admin, quick } = await theWeek();
  await aLongReport(quick);
  const asked = { groupBy: "detail", start: "2025-01-01", end: "2025-04-11" };
  const orders = [{}, { sortField: "date", sortAsc: true }, { sortField: "raws", sortAsc: true }];
  for (const order of orders) {
    const file = csvIn(await textOf(sitesExport, admin.actor, { ...asked, ...order }));
    const rows = file.rows.slice(0, -1);
    expect(rows).toHaveLength(101 * 101);
    const [number = ""] = file.headings;
    expect(file.column(number)).toEqual([...rows.map((_, index) => String(index + 1)), "Overall Total"]);
    const counts = rows.map((row) => Number(cell(row, "Raws")));
    expect(file.rows.at(-1)).toMatchObject({ Raws: String(counts.reduce((sum, count) => sum + count, 0)) });
    const keys = rows.map((row) => cell(row, "Date"));
    const sorted = order.sortField === "raws" ? counts : keys;
    expect(sorted).toEqual(sorted.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (order.sortAsc ? 1 : -1)));
    for (const day of new Set(keys)) expect(keys.filter((key) => key === day)).toHaveLength(101);
  }
});

test("amounts have two decimals and keep their minus sign", async () => {
  const { admin, ada, quick } = await theWeek();
  const sale = await aSale({ agent: ada, type: quick, at: "2026-03-01T12:00Z", price: { earning: 0.1 } });
  await aReversal(sale, { at: "2026-03-05T12:00Z" });
  const asked = { start: "2026-03-05", end: "2026-03-05" };
  const { headings, rows } = csvIn(await textOf(sitesExport, admin.actor, asked));
  const [number = ""] = headings;
  const amounts = {
    ...{ Raws: "0", Uniques: "0", "Lantern quick": "-1", "Lantern quick Bonus": "0", Sales: "-1", Bonus: "0" },
    ...{ "Bonus Ratio": "0.00", Earning: "-0.10", "Bonus Earning": "0.00" },
  };
  expect(headings).toEqual([number, "Date", ...Object.keys(amounts)]);
  expect(rows).toEqual([
    { [number]: "1", Date: "2026-03-05", ...amounts },
    { [number]: "Overall Total", Date: "", ...amounts },
  ]);
});

test("an export is refused like the report, before its first line", async () => {
  const { north, cid } = await theWeek();
  expect(await refusedStream(sitesExport, north.actor, { ...WEEK, groupBy: "company" })).toMatchObject({
    status: 422,
  });
  expect(await refusedStream(sitesExport, north.actor, { ...WEEK, agentId: cid.id })).toEqual({ status: 404 });
  expect(await refusedStream(sitesExport, null, WEEK)).toEqual({ status: 401 });
  expect(await refusedStream(sitesExport, north.actor, {})).toMatchObject({ status: 422 });
});
