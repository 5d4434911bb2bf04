import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../models/migrate";
import { ensurePartitions } from "../../models/partitions";
import { aDatabase } from "../world/database";

/** A connection with the rights of a server whose tables belong to another role. */
async function asServer(): Promise<{ owner: pg.Client; server: pg.Client }> {
  const { url } = await aDatabase({ demo: false });
  const [owner, server] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([owner.connect(), server.connect()]);
  const role = `lesser_${process.pid}`;
  await owner.query(`CREATE ROLE ${role}`);
  await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await owner.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  await server.query(`SET ROLE ${role}`);
  onTestFinished(async () => {
    await server.end();
    await owner.query(`DROP OWNED BY ${role}`);
    await owner.query(`DROP ROLE ${role}`);
    await owner.end();
  });
  return { owner, server };
}

test("a role that owns no table starts on a current database, and says which migrations the owner has to run", async () => {
  const { owner, server } = await asServer();
  expect(await migrate(server)).toEqual([]);

  const { rows: months } = await owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relname ~ '^click_uniques_\\d{4}_\\d\\d$' ORDER BY 1 DESC",
  );
  await owner.query(`DROP TABLE ${months[0]?.name ?? ""}`);
  expect(await migrate(server)).toEqual([]);
  expect(await ensurePartitions(server, new Date())).toEqual([]);
  expect(await ensurePartitions(owner, new Date())).toEqual([months[0]?.name]);

  const { rows } = await owner.query<{ name: string }>(
    "DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING name",
  );
  await expect(migrate(server)).rejects.toThrow(`needs the migrations ${rows[0]?.name}, and this role may not`);
  await owner.query("DELETE FROM migrations");
  await owner.query("INSERT INTO migrations (name) VALUES ('9999-later')");
  await expect(migrate(server)).rejects.toThrow("belongs to another version");
});
