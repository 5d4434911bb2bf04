import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { sql } from "../../server/kernel/database/sql";
import { withConnection } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import { pruneUserAgents } from "../../server/tracking";
import { storeUserAgents } from "../../server/tracking/clicks/store-clicks";
import { userAgents } from "../../server/tracking/clicks/user-agents";
import { aDatabase } from "../world/database";
import { read } from "./click-world";
import { aClickOf } from "./log-world";

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
});

const stored = () => read<{ text: string; day: string }>(sql`SELECT text, used_on::text AS day FROM user_agents`);
const daysOf = async (...texts: string[]) =>
  (await stored())
    .filter(({ text }) => texts.includes(text))
    .map(({ text, day }) => [text, day])
    .sort();

/** Stores a click's browser as the loader of the click log does. */
const use = (client: pg.Client, agentOf: ReturnType<typeof userAgents>, text: string, moment: string) =>
  withFixedTime(moment, () =>
    storeUserAgents(client, [
      aClickOf({ agent: { id: 1, companyId: 1 }, type: { id: 1, siteId: 1 } }, 1, { agent: agentOf(text) }),
    ]),
  );

test("browsers that no click has used for long are deleted, those in use are not, and one may come back", async () => {
  await withOwnConnection("clicks", async (client) => {
    const agentOf = userAgents();
    for (const name of ["gone", "kept"]) await use(client, agentOf, name, "2025-01-10T12:00:00Z");
    await use(client, agentOf, "kept", "2025-06-10T12:00:00Z");
    expect(await daysOf("gone", "kept")).toEqual([
      ["gone", "2025-01-10"],
      ["kept", "2025-06-10"],
    ]);
    const prune = (dryRun: boolean) => withConnection(client, () => pruneUserAgents("2025-06-01", dryRun));
    expect([await prune(true), (await daysOf("gone", "kept")).length]).toEqual([1, 2]);
    expect([await prune(false), await daysOf("gone", "kept")]).toEqual([1, [["kept", "2025-06-10"]]]);
    // The loader remembers it from before.
    await use(client, agentOf, "gone", "2025-06-20T12:00:00Z");
    expect(await daysOf("gone")).toEqual([["gone", "2025-06-20"]]);
  });
});

test("a browser that comes back while it is deleted is stored", async () => {
  await withOwnConnection("clicks", async (client) => {
    const agentOf = userAgents();
    await use(client, agentOf, "back", "2025-01-10T12:00:00Z");
    await withOwnConnection("purge", async (other) => {
      await other.query("BEGIN");
      await other.query("DELETE FROM user_agents WHERE text = 'back'");
      const returning = use(client, agentOf, "back", "2025-06-20T12:00:00Z");
      const waiting = async () =>
        (await other.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")).rowCount;
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      await other.query("COMMIT");
      await returning;
    });
    expect(await daysOf("back")).toEqual([["back", "2025-06-20"]]);
  });
});
