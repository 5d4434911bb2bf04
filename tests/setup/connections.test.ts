import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { CONNECTIONS, EACH_PROCESS, FOR_OTHERS, processesWithin } from "../../server/kernel/connection-budget";
import { aDatabase } from "../world/database";
import { aFailedStart, aFolder, aServer } from "../world/server";
import { SECRETS } from "../world/shared";

test("as many processes fit as the database takes, those of others kept back", () => {
  const cases: [number, number][] = [
    [97, 3],
    [EACH_PROCESS + FOR_OTHERS, 1],
    [EACH_PROCESS + FOR_OTHERS - 1, 0],
    [2 * EACH_PROCESS + FOR_OTHERS, 2],
    [0, 0],
  ];
  for (const [most, fit] of cases) expect(processesWithin(most), String(most)).toBe(fit);
});

test("every connection and pool of a serving process stands in the budget", () => {
  const sizes: [string, RegExp, number][] = [
    ["server/kernel/connections.ts", /pool: \{ max: AT_ONCE,/, CONNECTIONS.read],
    ["server/tracking/batches.ts", /LANES = CONNECTIONS\.clicks/, CONNECTIONS.clicks],
    ["server/tracking/postback-connections.ts", /SIZE = CONNECTIONS\.postbacks/, CONNECTIONS.postbacks],
  ];
  for (const [file, size] of sizes) expect(readFileSync(file, "utf8"), file).toMatch(size);
});

test("the start says how many connections it may open, and refuses what the database cannot take [TRUST-08]", async () => {
  const database = await aDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`
    SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS most FROM pg_settings
    WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`);
  await client.end();
  const most = Number(rows[0].most);
  const fit = processesWithin(most);
  const settings = { ...SECRETS, DATABASE_URL: database.url, DATA_DIR: await aFolder(), DEMO: "off", PORT: "0" };
  const { code, said } = await aFailedStart({ ...settings, WORKERS: "64" });
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    `WORKERS is too high: 64 processes may open ${64 * EACH_PROCESS} connections, and the database takes ${most} ` +
      `(max_connections without those it reserves), ${FOR_OTHERS} of them for others. It takes ${fit} at most, or a database that takes more.`,
  );
  const server = await aServer({ database, workers: 2 });
  expect(server.said()).toContain(`2 processes may open ${2 * EACH_PROCESS} of the database's ${most} connections.\n`);
  // Idle processes hold no more than a few; none may ever hold more than its share.
  const own =
    "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  const look = new pg.Client({ connectionString: database.url });
  await look.connect();
  await Promise.all(Array.from({ length: 60 }, () => fetch(`${server.url}/readyz`).then((answer) => answer.text())));
  const { rows: seen } = await look.query(own);
  await look.end();
  expect(seen[0].open).toBeLessThanOrEqual(2 * EACH_PROCESS);
  expect(seen[0].open).toBeGreaterThan(0);
});
