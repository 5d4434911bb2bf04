import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import { groupings } from "../../server/reports/group-keys";
import { groupingsOf } from "../../server/reports/group-limits";
import { keysOfRows } from "../../server/reports/query";
import { times } from "../world/long";
import { aDatabase } from "../world/database";
import { aHistory, type History, type Reader, readersOf } from "./a-history";
import { ask } from "./ask";
import { compare, compareBefore, type Kind, kinds } from "./compare";

/** In the half-month from 1 December on: hours are known from 16 November on. */
const NOW = "2025-12-06T17:20:00Z";

let world: History;

beforeAll(async () => {
  await (await aDatabase()).enter();
  world = await writeTransaction(aHistory);
});

const ranges = fc.constantFrom(
  { start: "2025-11-16", end: "2025-11-30" },
  { start: "2025-11-19", end: "2025-12-05" },
  { start: "2025-12-01", end: "2025-12-15" },
);
const halves = ["2025-11-16", "2025-11-30"] as const;
const asked = fc.record({
  range: ranges,
  groupBy: fc.constantFrom(...groupings),
  then: fc.option(fc.constantFrom(...groupings), { nil: undefined, freq: 3 }),
  ofAgent: fc.boolean(),
  geo: fc.option(fc.constantFrom("US", "DE"), { nil: undefined, freq: 2 }),
  sortAsc: fc.boolean(),
});

/** Whether the reader may group so; `sub1` to `sub5` need one agent. */
function isAllowed(reader: Reader, groupBy: (typeof groupings)[number], then?: (typeof groupings)[number]): boolean {
  const allowed = groupingsOf(readersOf(world)[reader].actor);
  const both = then ? [groupBy, then] : [groupBy];
  const once = keysOfRows(groupBy, then).length === both.flatMap((each) => keysOfRows(each)).length;
  return once && both.every((each) => allowed.includes(each));
}

async function everyGrouping(reader: Reader, { of = ["sites"], runs = 60 }: { of?: Kind[]; runs?: number } = {}) {
  const { actor, sees } = readersOf(world)[reader];
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom(...of), async ({ range, groupBy, then, ofAgent, geo, sortAsc }, kind) => {
      fc.pre(isAllowed(reader, groupBy, then));
      const needsAgent = [groupBy, then].some((each) => each?.startsWith("sub"));
      const agent = reader === "agent" ? undefined : world.agents[reader === "manager" ? 3 : 0];
      const [start, end] = kinds[kind].avp ? halves : [range.start, range.end];
      const question = {
        ...{ groupBy, then, start, end, sees, geo: kind === "sites" ? geo : undefined },
        agentId: ofAgent || needsAgent ? agent?.id : undefined,
      };
      await withFixedTime(NOW, () => compare(world.raw, actor, question, { kind, sortAsc }));
    }),
    { numRuns: times(runs), seed: 77 },
  );
}

test("a superadmin's report by any two groupings equals the raw rows [STAT-38, PRICE-05]", () =>
  everyGrouping("superadmin"));

test("a manager's report by any two groupings equals their office's raw rows [ROLE-19]", () =>
  everyGrouping("manager"));

test("an agent's report by any two groupings equals their raw rows [ROLE-21]", () => everyGrouping("agent"));

test("payrolls and AVP reports by any two groupings equal the raw rows [PRICE-07, PRICE-09]", () =>
  everyGrouping("superadmin", { of: ["payroll", "payrollAvp", "sitesAvp"] }));

test("the totals are the same by each grouping as by date [STAT-38]", async () => {
  const { superadmin, agents } = world;
  const range = { start: "2025-11-16", end: "2025-12-06", agentId: agents[0]?.id };
  const totals = (groupBy: string) =>
    withFixedTime(NOW, () =>
      readTransaction(async () => (await ask(kinds.payroll.call, superadmin, { groupBy, ...range })).overall),
    );
  const { lpp_prev: _, ...byDate } = await totals("date");
  for (const groupBy of groupings) {
    const { lpp_prev: _prev, ...overall } = await totals(groupBy);
    expect(overall, groupBy).toEqual(byDate);
  }
});

const compared = fc.constantFrom(
  { start: "2025-12-01", end: "2025-12-15" },
  { start: "2025-11-24", end: "2025-12-06" },
  { start: "2025-11-16", end: "2025-11-30" },
  { start: "2025-11-25", end: "2025-12-02" },
);

test("rows and totals are compared with the days before, of running ones until the same time [STAT-40]", async () => {
  await fc.assert(
    fc.asyncProperty(asked, compared, fc.boolean(), async ({ groupBy, then, geo }, range, paid) => {
      fc.pre(isAllowed("superadmin", groupBy, then));
      const agentId = [groupBy, then].some((each) => each?.startsWith("sub")) ? world.agents[0]?.id : undefined;
      const kind = paid ? "payroll" : "sites";
      const question = { groupBy, then, ...range, agentId, sees: {}, geo: paid ? undefined : geo };
      await withFixedTime(NOW, () => compareBefore(world.raw, world.superadmin, question, { kind, moment: NOW }));
    }),
    { numRuns: times(60), seed: 78 },
  );
});
