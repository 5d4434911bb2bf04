import { expect, it } from "vitest";
import * as gate from "../../app/gate.server";
import { overrideConfig } from "../../server/kernel/process/config";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import type { Operation, StreamOperation } from "../../server/kernel/operation/operation";
import { beat, recordOwnChange } from "../../server/kernel/database/replicas";
import { system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { test } from "../world/rollback";

type Any = Operation | StreamOperation;

/** Every operation of a module's index, including nested ones. */
function operationsOf(door: object): Any[] {
  return Object.values(door).flatMap((value: unknown) => {
    if (typeof value !== "object" || value === null) return [];
    if ("kind" in value && "run" in value) return [value as Any];
    return value.constructor === undefined || Object.prototype.toString.call(value) === "[object Module]"
      ? operationsOf(value)
      : [];
  });
}

/** Acts are decided from these, or everyone sees them first. */
const FROM_THE_PRIMARY = [
  ...["sales.named", "postbacks.replayScreen", "logs.submitChatScreen"],
  ...["reports.dashboard", "reports.homeScreen", "reports.avpProgress"],
  ...["reports.agentsToWatch", "reports.bestLinks", "reports.dashboardFigures"],
  "sites.developerPage",
  // Read by ID after an event that names it.
  ...["logs.sale", "logs.click", "postbacks.read"],
];

it("reports and logs may be read from a replica, and nothing else", () => {
  const asked = operationsOf(gate).filter(({ kind }) => kind !== "command");
  const lagging = asked.filter(({ mayLag }) => mayLag).map(({ name }) => name);
  const saleLists = operationsOf(gate.payroll).filter(({ name }) =>
    /^payroll\.(agentSales|searchAgentSales)/.test(name),
  );
  const due = [...operationsOf(gate.reports), ...operationsOf(gate.logs), ...saleLists]
    .filter(({ kind, name }) => kind !== "command" && !FROM_THE_PRIMARY.includes(name))
    .map(({ name }) => name);
  expect(due.length).toBeGreaterThan(30);
  expect([...new Set(lagging)].sort()).toEqual([...new Set(due)].sort());
  const names = asked.map(({ name }) => name);
  for (const name of FROM_THE_PRIMARY) expect(names).toContain(name);
});

test("only the first beat of a second writes, and a clock that was set back starts again", async () => {
  const marked = () => queryOne<{ at: string }>(sql`SELECT beat_at::text AS at FROM heartbeat`);
  await execute(sql`INSERT INTO heartbeat (beat_at) VALUES (clock_timestamp() - interval '0.2 s')`);
  const first = await marked();
  await beat();
  expect(await marked()).toEqual(first);
  for (const off of ["-1 s", "1 h"]) {
    await execute(sql`UPDATE heartbeat SET beat_at = clock_timestamp() + ${off}::interval`);
    const before = await queryOne<{ now: Date }>(sql`SELECT clock_timestamp() AS now`);
    await beat();
    const fits = sql`SELECT beat_at BETWEEN ${before!.now} AND clock_timestamp() AS fits FROM heartbeat`;
    expect(await queryOne(fits), off).toEqual({ fits: true });
  }
});

test("the first beat creates the row, and a second one keeps it", async () => {
  await execute(sql`DELETE FROM heartbeat`);
  for (let times = 0; times < 2; times += 1) await beat();
  expect(await queryRows(sql`SELECT beat_at <= clock_timestamp() AS fits FROM heartbeat`)).toEqual([{ fits: true }]);
});

test("an account's own change is recorded while there are replicas, but not one without an account", async () => {
  const noted = sql`SELECT account_id, changed_at <= clock_timestamp() AS fits FROM own_changes`;
  await recordOwnChange(7);
  expect(await queryRows(noted)).toEqual([]);
  overrideConfig({ DATABASE_READ_URLS: ["postgres://127.0.0.1/replica"] });
  try {
    await recordOwnChange(undefined);
    await recordOwnChange(system.accountId);
    for (let times = 0; times < 2; times += 1) await recordOwnChange(7);
  } finally {
    overrideConfig({ DATABASE_READ_URLS: [] });
  }
  expect(await queryRows(noted)).toEqual([{ account_id: 7, fits: true }]);
});
