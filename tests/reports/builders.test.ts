import { expect } from "vitest";
import { queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aClick, aReversal, aSale, aSite, anAgent, anOffice } from "../world/builders";
import { test } from "../world/rollback";

test("builders write the same figures in rows and in deltas", async () => {
  const office = await anOffice({ agents: 2 });
  const [agent] = office.agents;
  const mover = await anAgent({ office });
  const site = await aSite({ types: [{ bonus: true }, {}], enabledFor: [office] });
  const [type] = site.types;
  if (!agent || !type) throw new Error("The builders built too little.");
  const click = await aClick({ agent, type, at: "2026-03-08T06:59:59Z" });
  await aClick({ agent: mover, type, at: "2026-03-08T12:00:00Z", class: "bot" });
  const sale = await aSale({ agent, type, click, at: "2026-03-08T07:00:00Z" });
  await aSale({ agent, type, click, at: "2026-03-09T07:00:00Z", event: "bonus", price: { payout: 12.34 } });
  await aReversal(sale, { at: "2026-03-10T04:00:00Z" });
  const [fromRows] = await queryRows(sql`
      SELECT (SELECT count(*) FROM clicks)::int AS hits, (SELECT count(*) FILTER (WHERE class = 0) FROM clicks)::int AS raws,
        count(*)::int AS events, sum(sign) FILTER (WHERE event = 0)::int AS sales, sum(earning) AS earning,
        sum(payout) AS payout FROM sale_events`);
  const [fromDeltas] = await queryRows(sql`
      SELECT sum(hits)::int AS hits, sum(raws)::int AS raws, sum(events)::int AS events, sum(sales)::int AS sales,
        sum(earning + bonus_earning) AS earning, sum(payout + bonus_payout) AS payout FROM stats_delta`);
  expect(fromRows).toEqual({ hits: 2, raws: 1, events: 3, sales: 0, earning: "10.00", payout: "12.34" });
  expect(fromDeltas).toEqual(fromRows);
  expect(await queryRows(sql`SELECT DISTINCT day::text FROM stats_delta ORDER BY 1`)).toEqual([
    { day: "2026-03-08" },
    { day: "2026-03-09" },
    { day: "2026-03-10" },
  ]);
});
