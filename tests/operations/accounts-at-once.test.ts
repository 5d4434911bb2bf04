import { afterAll, beforeAll, expect, test } from "vitest";
import * as admins from "../../server/admins";
import * as agents from "../../server/agents";
import * as offices from "../../server/offices";
import type { Actor } from "../../server/kernel/operation/roles";
import { ask } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aWatcher, type Watcher } from "../world/locks";

// Each operation uses its own connection, as with two people.
let boss: Actor;
let watcher: Watcher;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
  watcher = await aWatcher(database.url);
});
afterAll(() => watcher.end());

const adminId = async ({ accountId }: { accountId: number }): Promise<number> => {
  const { rows } = await watcher.query<{ id: number }>("SELECT id FROM admins WHERE account_id = $1", [accountId]);
  return rows[0]?.id ?? 0;
};

const updates = {
  async office() {
    const { id, accountId } = await anOffice();
    return { accountId, save: () => ask(offices.update, boss, { id, officeName: "Renamed" }) };
  },
  async agent() {
    const { id, accountId } = await anAgent();
    return { accountId, save: () => ask(agents.update, boss, { id, firstName: "Renamed" }) };
  },
  async admin() {
    const admin = await anAdmin();
    const id = await adminId(admin);
    return { accountId: admin.accountId, save: () => ask(admins.update, boss, { id, firstName: "Renamed" }) };
  },
};

test.each(Object.keys(updates) as (keyof typeof updates)[])(
  "saving an %s without a version waits for the save before it instead of failing as outdated [TRUST-09]",
  async (owner) => {
    const { accountId, save } = await updates[owner]();
    await watcher.query("BEGIN");
    await watcher.query("UPDATE accounts SET version = version + 1 WHERE id = $1", [accountId]);
    const saved = save();
    await watcher.waiting(1, saved);
    await watcher.query("COMMIT");
    expect(await saved).toMatchObject({ version: 3 });
  },
);

test("accounts are locked in order of ID, so two people who change the same ones in different order both succeed", async () => {
  const [first, second] = [await anAgent(), await anAgent()];
  // Moves the first row to the end of the table; without sorting, the second would be locked before it.
  await watcher.query("UPDATE accounts SET login_count = login_count + 1 WHERE id = $1", [first.accountId]);
  await watcher.query("BEGIN");
  await watcher.query("SELECT FROM accounts WHERE id = $1 FOR UPDATE", [first.accountId]);
  const changed = ask(agents.setStatus, boss, { ids: [second.id, first.id], active: false });
  await watcher.waiting(1, changed);
  const free = await watcher.query("SELECT FROM accounts WHERE id = $1 FOR UPDATE SKIP LOCKED", [second.accountId]);
  await watcher.query("COMMIT");
  expect(free.rowCount).toBe(1);
  expect(await changed).toEqual({ updated: 2 });
});
