import { beforeAll, expect, test } from "vitest";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import { type Range } from "../../server/trade/periods";
import { type ChartPeriod, chartsStatement } from "../../server/reports/charts/rows";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { performanceStatement } from "../../server/reports/performance/rows";
import { rankedAgents, rankedOffices } from "../../server/reports/rankings";
import { aDatabase } from "../world/database";
import { tablesReadBy } from "../world/plan";

const roles: Record<string, Actor> = { superadmin: system };

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
  const office = await readTransaction(() => queryOne<{ id: number }>(sql`SELECT min(id) AS id FROM offices`));
  const company = { role: levels.company, companyId: office?.id ?? 0, permissions: [], earningVisible: false };
  roles.manager = { ...system, ...company };
}, 600_000);

const DAY = { start: "2026-11-10", end: "2026-11-10" };
const MONTH = { start: "2026-10-01", end: "2026-10-31" };
const YEARS = { start: "2016-12-01", end: "2026-11-30" };
const drawn = (unit: ChartPeriod["unit"], range: Range): ChartPeriod => ({ ...range, unit });
/** When all months of the ranges are over. */
const later = <T>(read: () => T): T => withFixedTime("2027-03-01T12:00:00Z", read);
const reports: [report: string, rollUp: string, statement: (actor: Actor) => Statement][] = [
  [
    "charts by day",
    "stats_day",
    (actor) => later(() => chartsStatement(actor, drawn("day", MONTH), { by: "company" })),
  ],
  [
    "charts by month",
    "stats_half",
    (actor) => later(() => chartsStatement(actor, drawn("month", MONTH), { by: "agent" })),
  ],
  [
    "charts of ten years",
    "stats_half",
    (actor) => later(() => chartsStatement(actor, drawn("month", YEARS), { by: "company" })),
  ],
  [
    "performance of half-months",
    "stats_half",
    (actor) => performanceStatement(actor, { one: MONTH, two: YEARS, groupBy: "company" }),
  ],
  [
    "performance of days",
    "stats_day",
    (actor) => performanceStatement(actor, { one: DAY, two: DAY, groupBy: "agent" }),
  ],
  ["top agents", "stats_day", (actor) => rankedAgents({ actor, reach: { range: DAY, byDay: false }, most: 50 })],
  ["top offices", "stats_half", (actor) => rankedOffices({ actor, reach: { range: YEARS, byDay: false }, most: 50 })],
];

test.each(reports)("%s read %s and pending deltas, not clicks or events", async (_, rollUp, statement) => {
  for (const [role, actor] of Object.entries(roles)) {
    const tables = await tablesReadBy(statement(actor));
    const people = tables.filter((name) => ["accounts", "agents", "offices"].includes(name));
    expect(tables, role).toEqual([...people, rollUp, "stats_delta"].sort());
  }
});
