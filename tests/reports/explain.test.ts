import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { addDays, dayOf } from "../../server/kernel/time";
import { periodOf, previous } from "../../server/trade/periods";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { explain, rowScreen } from "../../server/reports";
import { mainGroupings } from "../../server/reports/group-keys";
import { groupingsOf } from "../../server/reports/group-limits";
import { aDatabase } from "../world/database";
import { ask, refused } from "./ask";
import { times } from "../world/long";
import { type Kind, kinds } from "./compare";

const CELLS = times(50);
const names = { sites: "sites", sitesAvp: "sites-avp", payroll: "sites-payout", payrollAvp: "sites-payout-avp" };
const half = previous(periodOf(dayOf(Date.now()), "beWeek"), "beWeek");
const ranges = { half, twoHalves: { start: previous(half, "beWeek").start, end: half.end } };

type Row = Record<string, unknown> & { date?: string; companyId?: number; agentId?: number };
type Cell = { input: Record<string, unknown>; figure: unknown };
/** A row of a report or its total, with the input for its details. */
type Line = { input: Record<string, unknown>; figures: Record<string, unknown> };

const actors: Record<string, Actor> = { "a superadmin": system };
const cells: Record<string, Cell[]> = {};
const lines: Record<string, Line[]> = {};

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
  const seller = await readTransaction(() =>
    queryOne<{ id: number; companyId: number }>(sql`
      SELECT agent_id AS id, company_id AS "companyId" FROM stats_half WHERE day = ${half.start} AND flags & 1 = 1
      GROUP BY 1, 2 ORDER BY sum(sales) DESC LIMIT 1`),
  );
  if (!seller) throw new Error("The demo company sells nothing.");
  const below = { ...system, permissions: [], earningVisible: false, companyId: seller.companyId };
  actors["a manager"] = { ...below, role: levels.company };
  actors["an agent"] = { ...below, role: levels.agent, agentId: seller.id };
  for (const [role, actor] of Object.entries(actors)) {
    lines[role] = await linesOf(actor);
    cells[role] = lines[role].flatMap(cellsOf);
  }
}, 600_000);

/** Every row of every report that the account may read, by each grouping, and its total. */
async function linesOf(actor: Actor): Promise<Line[]> {
  const found: Line[] = [];
  for (const [kind, { call, avp, payroll }] of Object.entries(kinds)) {
    if (payroll && actor.role > levels.admin) continue;
    const groupings = [...mainGroupings, "type"] as const;
    for (const groupBy of groupings.filter((each) => groupingsOf(actor).includes(each))) {
      const asked = { groupBy, ...(avp || groupBy === "detail" ? ranges.half : ranges.twoHalves) };
      const { page, overall } = await ask(call, actor, asked);
      const report = names[kind as Kind];
      for (const { figures: _, ...row } of page.items as Row[]) {
        const { date, companyId, agentId, typeId } = row;
        const which = {
          date: { rowDate: date },
          company: { rowCompanyId: companyId },
          agent: { rowAgentId: agentId },
          detail: { rowDate: date, rowAgentId: agentId },
          type: { typeId },
        }[groupBy];
        found.push({ input: { report, ...asked, ...which }, figures: row });
      }
      const { lpp_prev: lppPrev, earning: earn, bonusEarning: bonusEarn, figures: _listed, ...others } = overall;
      const totals = Object.entries({ ...others, lppPrev, earn, bonusEarn }).filter(([, sum]) => sum !== undefined);
      found.push({ input: { report, ...asked }, figures: Object.fromEntries(totals) });
    }
  }
  return found;
}

/** Every figure of a row with the input for the rows behind it. */
const cellsOf = ({ input, figures }: Line): Cell[] =>
  shownOf(input, figures).map((measure) => ({ input: { ...input, measure }, figure: figures[measure] }));

/** By date the total's points have no column, so nothing opens their rows. */
const shownOf = ({ groupBy }: Line["input"], figures: Row) =>
  figuresOf(figures).filter((key) => groupBy !== "date" || !["lpp", "lppPrev"].includes(key));

const NO_FIGURE = [
  ...["date", "companyId", "officeName", "agentId", "agent", "agentFullName", "avpPeriod"],
  ...["typeId", "typename", "siteId", "sitename", "margin", "epc", "phpPerUnique"],
];
const figuresOf = (row: Row) => Object.keys(row).filter((key) => !NO_FIGURE.includes(key));

const PAGE = 500;

/** All rows behind a figure, page by page; for very many only the first page and the last. */
async function opened(actor: Actor, input: Record<string, unknown>) {
  const first = await ask(explain, actor, { ...input, pageSize: PAGE });
  const { total } = first;
  if (total === null) throw new Error("The rows were not counted.");
  const last = Math.ceil(total / PAGE);
  const pages = last > 4 ? [last] : Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
  const items = [...first.items];
  for (const page of pages) items.push(...(await ask(explain, actor, { ...input, page, pageSize: PAGE })).items);
  return { ...first, items, whole: last <= 4, expected: last > 4 ? PAGE + (total % PAGE || PAGE) : total };
}

test.each(["a superadmin", "a manager", "an agent"])(
  "the rows behind a figure add up to it, for %s [LEDGER-09]",
  async (role) => {
    const [actor, all] = [actors[role], cells[role]];
    if (!actor || !all) throw new Error(`There is no ${role}.`);
    const some = fc.nat(all.length - 1).map((index) => all[index]);
    await fc.assert(
      fc.asyncProperty(some, async (cell) => {
        if (!cell) throw new Error("There is no such cell.");
        const { items, sum, sales, bonusSales, kind, elsewhere = 0, whole, expected } = await opened(actor, cell.input);
        expect(items).toHaveLength(expected);
        expect(new Set(items.map(({ id }) => id)).size).toBe(expected);
        if (cell.input.measure === "bonusRatio") {
          const without = String(cell.input.report).startsWith("sites-payout") ? 100 : 0;
          expect(sales ? (100 * (bonusSales ?? 0)) / sales + 0 : without).toBeCloseTo(Number(cell.figure), 9);
          return;
        }
        expect(typeof sum === "number" ? sum + elsewhere : sum).toEqual(cell.figure);
        if (kind === "clicks" || sum === null || !whole) return;
        // A count opens exactly the events that it counts.
        if (/^(sales|bonusSales|agent_avp_sales_count|\d+b?)$/.test(String(cell.input.measure))) {
          expect(items.every((item) => "part" in item && Math.abs(item.part ?? 0) === 1)).toBe(true);
        }
        const parts = items.reduce((added, item) => added + ("part" in item ? (item.part ?? Number.NaN) : 0), 0);
        expect(parts).toBeCloseTo(sum ?? 0, 2);
      }),
      { numRuns: CELLS },
    );
  },
);

test.each(["a superadmin", "a manager", "an agent"])(
  "a single row has the same figures as in its report, for %s [LEDGER-09]",
  async (role) => {
    const [actor, all] = [actors[role], lines[role]];
    if (!actor || !all) throw new Error(`There is no ${role}.`);
    const some = fc.nat(all.length - 1).map((index) => all[index]);
    await fc.assert(
      fc.asyncProperty(some, async (line) => {
        if (!line) throw new Error("There is no such row.");
        const { figures, columns } = await ask(rowScreen, actor, line.input);
        expect(something(figures)).toEqual(something(line.figures));
        const known = columns.map(({ key }) => key);
        expect(known).toEqual(expect.arrayContaining(shownOf(line.input, something(line.figures))));
      }),
      { numRuns: CELLS },
    );
  },
);

/** The nonzero figures of a row. A bonus ratio has no rows if there are no sales, even at 100. */
const something = (row: Record<string, unknown>) =>
  Object.fromEntries(
    figuresOf(row)
      .filter((key) => row[key] !== 0 && row[key] !== undefined && (key !== "bonusRatio" || row.sales !== 0))
      .map((key) => [key, row[key]]),
  );

test("a row outside the report or the role has no figures, and forbidden input is refused [LEDGER-09]", async () => {
  const [superadmin, manager, agent] = ["a superadmin", "a manager", "an agent"].map((role) => actors[role]);
  if (!superadmin || !manager || !agent) throw new Error("There is nobody.");
  const figures = async (actor: Actor, input: Record<string, unknown>) =>
    (await ask(rowScreen, actor, { report: "sites", ...half, ...input })).figures;
  const companyId = manager.companyId ?? 0;
  const others = lines["a superadmin"]?.find(
    ({ figures: row }) => row.companyId && row.companyId !== companyId,
  )?.figures;
  const byOffice = { groupBy: "company", rowCompanyId: others?.companyId };
  expect(await figures(superadmin, byOffice)).toMatchObject({ companyId: others?.companyId });
  // A day in the middle of a year of sales.
  const date = addDays(half.start, -100);
  const amid = { groupBy: "date", start: addDays(half.start, -300), rowDate: date };
  expect(await figures(superadmin, amid)).toMatchObject({ date, raws: expect.any(Number) as number });
  // Another office's row, a row of another report of the same account, and a row outside the grouping.
  expect(await figures(superadmin, { ...byOffice, companyId })).toEqual({});
  expect(await figures(manager, { groupBy: "agent", rowAgentId: 2_000_000_000 })).toEqual({});
  expect(await figures(agent, { groupBy: "detail", rowDate: half.start, rowAgentId: 2_000_000_000 })).toEqual({});
  expect(await figures(superadmin, { groupBy: "date", rowAgentId: agent.agentId })).toEqual({});
  const fault = async (actor: Actor, input: Record<string, unknown>) => {
    const { status, data } = await refused(rowScreen, actor, { report: "sites", ...half, ...input });
    return [status, ...Object.keys((data as object | undefined) ?? {})];
  };
  expect(await fault(manager, { report: "sites-payout" })).toEqual([403]);
  expect(await fault(manager, byOffice)).toEqual([422, "groupBy"]);
  expect(await fault(superadmin, { rowDate: previous(half, "beWeek").end })).toEqual([422, "rowDate"]);
  expect(await fault(superadmin, { report: "top-agents" })).toEqual([422, "report"]);
  expect(await fault(superadmin, { report: "sites-avp", end: half.start })).toEqual([422, "start"]);
});

test("a figure that a report or role does not have is refused, and so are rows outside of it [LEDGER-09]", async () => {
  const [superadmin, agent] = [actors["a superadmin"], actors["an agent"]];
  if (!superadmin || !agent) throw new Error("There is nobody.");
  const asked = { report: "sites", groupBy: "date", ...half, measure: "sales" };
  const fault = async (actor: Actor, change: Record<string, unknown>) => {
    const { status, data } = await refused(explain, actor, { ...asked, ...change });
    return [status, ...Object.keys((data as object | undefined) ?? {})];
  };
  for (const measure of ["nothing", "payoutPhp", "12Php", "agent_avp_sales_count", "date", "", "constructor"]) {
    expect(await fault(superadmin, { measure }), measure).toEqual([422, "measure"]);
  }
  for (const measure of ["earn", "bonusEarn"]) expect(await fault(agent, { measure })).toEqual([422, "measure"]);
  expect(await fault(agent, { report: "sites-payout" })).toEqual([403]);
  expect(await fault(agent, { companyId: 1 })).toEqual([422, "companyId"]);
  expect(await fault(superadmin, { rowDate: previous(half, "beWeek").end })).toEqual([422, "rowDate"]);
  expect(await fault(superadmin, { rowDate: "2026-02-30" })).toEqual([422, "rowDate"]);
  expect(await fault(superadmin, { start: half.end, end: half.start })).toEqual([422, "start"]);
  expect(await fault(superadmin, { report: "sites-avp", end: half.start })).toEqual([422, "start"]);
  expect(await fault(superadmin, { siteIds: [2_000_000_000] })).toEqual([404]);
  const { items } = await ask(explain, superadmin, { ...asked, pageSize: 500 });
  expect(items.every((item) => "event" in item && item.event === "sale")).toBe(true);
  // Another agent's rows are visible only to that agent: there are none.
  const other = await ask(explain, agent, { ...asked, rowAgentId: (agent.agentId ?? 0) + 1 });
  expect(other).toMatchObject({ total: 0, sum: 0, items: [] });
});
