import { afterAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../server/kernel/operation/roles";
import { migrate, stage } from "../../../server/migration";
import { ask } from "../../reports/ask";
import { anOffice, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { aWatcher, type Watcher } from "../../world/locks";
import { aFile } from "./world";

// Each operation uses its own connection, as with two people.
let boss: Actor;
let watcher: Watcher | undefined;

beforeEach(async () => {
  await watcher?.end();
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
  await anOffice({ officeName: "Quay" });
  watcher = await aWatcher(database.url);
  await ask(stage, boss, { text: aFile({}) });
});
afterAll(() => watcher?.end());

/** Starts both acts while `table` is locked, the second once the first waits for the lock; then releases the lock. */
async function whileLocked<A, B>(table: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  if (!watcher) throw new Error("Nobody watches.");
  await watcher.query("BEGIN");
  await watcher.query(`LOCK TABLE ${table}`);
  const one = first();
  await watcher.waiting(1, one);
  const other = second();
  await watcher.waiting(2, one, other);
  await watcher.query("COMMIT");
  return Promise.all([one, other]);
}

const MOVED = { migrated: 1, skipped: [] };
const found = async (text: string) => (await watcher?.query<Record<string, unknown>>(text))?.rows;

test("a file staged while its agent is migrated waits, then refuses the row instead of staging it again", async () => {
  const again = aFile({ lastName: "Moss" });
  const [moved, report] = await whileLocked(
    "agents",
    () => ask(migrate, boss),
    () => ask(stage, boss, { text: again }),
  );
  expect(moved).toEqual(MOVED);
  expect(report).toEqual({
    staged: 0,
    rows: [{ line: 2, legacyId: "17", faults: ["legacyId: This agent has been migrated already."] }],
  });
  const [left] = (await found("SELECT last_name, password_sealed, migrated_at FROM legacy_agents")) ?? [];
  expect(left).toEqual({ last_name: "Lee", password_sealed: null, migrated_at: expect.any(Date) });
});

test("a migration started while a file is staged waits, then uses the new file", async () => {
  const again = aFile({ lastName: "Moss" });
  const [report, moved] = await whileLocked(
    "types",
    () => ask(stage, boss, { text: again }),
    () => ask(migrate, boss),
  );
  expect([report.staged, moved]).toEqual([1, MOVED]);
  expect(await found("SELECT last_name FROM agents WHERE migrated")).toEqual([{ last_name: "Moss" }]);
});

test("of two simultaneous migrations one moves the agents, and the other finds none and skips none", async () => {
  const both = await whileLocked(
    "agents",
    () => ask(migrate, boss),
    () => ask(migrate, boss),
  );
  expect(both).toEqual([MOVED, { migrated: 0, skipped: [] }]);
  expect(await found("SELECT username, skipped FROM legacy_agents")).toEqual([{ username: "old_ann", skipped: null }]);
});
