import { expect, test } from "vitest";
import { run } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { sitesExport } from "../../server/reports";
import { aReversal, aSale } from "../world/builders";
import { inRollback } from "../world/database";
import { refusedStream, textOf } from "./ask";
import { fold } from "./fold";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-06", end: "2026-03-09" };

/** 101 days of 101 agents with one click each, only in the roll-ups. */
async function aLongReport(type: { id: number; siteId: number }): Promise<void> {
  await run(sql`
    INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, events, sales,
      bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
    SELECT 900000 + agent, date '2025-01-01' + day, ${type.id}, 1, ${type.siteId}, 0, 'US', 1, 1 + (agent + day) % 7, 1, 0, 0,
      0, 0, 0, 0, 0, 0, 0
    FROM generate_series(0, 100) AS agent, generate_series(0, 100) AS day`);
  await fold();
}

test("a report of many pages is written completely in any order, each row once", () =>
  inRollback(async () => {
    const { admin, quick } = await theWeek();
    await aLongReport(quick);
    const asked = { groupBy: "detail", start: "2025-01-01", end: "2025-04-11" };
    const orders = [{}, { sortField: "date", sortAsc: true }, { sortField: "raws", sortAsc: true }];
    for (const order of orders) {
      const lines = (await textOf(sitesExport, admin.actor, { ...asked, ...order })).trimEnd().split("\n");
      const rows = lines.slice(1, -1).map((line) => line.split(","));
      expect(rows).toHaveLength(101 * 101);
      expect(rows.map(([number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
      const counts = rows.map((row) => Number(row[5]));
      expect(lines.at(-1)?.split(",")[5]).toBe(String(counts.reduce((sum, count) => sum + count, 0)));
      const keys = rows.map((row) => row[1] ?? "");
      const sorted = order.sortField === "raws" ? counts : keys;
      expect(sorted).toEqual(sorted.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (order.sortAsc ? 1 : -1)));
      for (const day of new Set(keys)) expect(keys.filter((key) => key === day)).toHaveLength(101);
    }
  }));

test("amounts have two decimals and keep their minus sign", () =>
  inRollback(async () => {
    const { admin, ada, quick } = await theWeek();
    const sale = await aSale({ agent: ada, type: quick, at: "2026-03-01T12:00Z", price: { earning: 0.1 } });
    await aReversal(sale, { at: "2026-03-05T12:00Z" });
    const asked = { start: "2026-03-05", end: "2026-03-05" };
    const text = await textOf(sitesExport, admin.actor, asked);
    expect(text.split("\n").slice(1, 3)).toEqual([
      "1,2026-03-05,0,0,-1,0,-1,0,0.00,-0.10,0.00",
      "Overall Total,,0,0,-1,0,-1,0,0.00,-0.10,0.00",
    ]);
  }));

test("an export is refused like the report, before its first line", () =>
  inRollback(async () => {
    const { north, cid } = await theWeek();
    expect(await refusedStream(sitesExport, north.actor, { ...WEEK, groupBy: "company" })).toMatchObject({
      status: 422,
    });
    expect(await refusedStream(sitesExport, north.actor, { ...WEEK, agentId: cid.id })).toEqual({ status: 404 });
    expect(await refusedStream(sitesExport, null, WEEK)).toEqual({ status: 401 });
    expect(await refusedStream(sitesExport, north.actor, {})).toMatchObject({ status: 422 });
  }));
