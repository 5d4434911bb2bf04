import pg from "pg";
import { expect, test } from "vitest";
import { one, reading, run } from "../../server/kernel/database";
import { sql } from "../../server/kernel/sql";
import { migrate } from "../../models/migrate";
import { withOwnConnection } from "../../server/kernel/connections";
import { aDatabase, inRollback } from "../world/database";

const nameOf = async () => (await one<{ name: string }>(sql`SELECT current_database() AS name`))?.name;

test("a test works in a migrated database of its own and leaves nothing behind", async () => {
  await inRollback(async () => {
    await run(sql`CREATE TABLE left_behind (id int)`);
    expect(await nameOf()).toMatch(/^run_\d+_[0-9a-f]+$/);
  });
  await reading(async () => {
    const found = await one<{ left: string | null }>(sql`SELECT to_regclass('left_behind')::text AS left`);
    expect(found?.left).toBeNull();
    const migrations = await one<{ n: number }>(sql`SELECT count(*) AS n FROM migrations`);
    expect(migrations?.n).toBeGreaterThan(0);
  });
});

test("a database of the test's own is entered and left again", async () => {
  const before = await reading(nameOf);
  const database = await aDatabase();
  await database.enter();
  const inside = await reading(nameOf);
  expect(new URL(database.url).pathname).toBe(`/${inside}`);
  await database.drop();
  expect(await reading(nameOf)).toBe(before);
  const gone = new pg.Client({ connectionString: database.url });
  await expect(gone.connect()).rejects.toThrow(/does not exist/);
});

test("migrations run once, also when two starters run them at the same moment", async () => {
  const { url } = await aDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
  const runs = await Promise.all([1, 2].map(() => withOwnConnection("migration", migrate, { url })));
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  await client.end();
  expect(runs.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, rows.length]);
});
