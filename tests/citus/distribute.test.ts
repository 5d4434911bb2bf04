import { spawn } from "node:child_process";
import { inject, expect, test } from "vitest";
import { migrate as migrateOn } from "../../models/migrate";
import { COPIED, DISTRIBUTED, REGISTERED } from "../../models/distribution";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { databaseUrl } from "../world/keeper";
import { createDatabase, dropDatabase } from "../world/nodes";
import { nameOfOne } from "../world/own";
import { SECRETS } from "../world/shared";
import { query } from "./nodes";

const program = (url: string, file: string, args: string[]) => {
  const env = { ...process.env, ...SECRETS, DATABASE_URL: url, DEMO: "on", LOG_LEVEL: "error" };
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], { env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  return { child, ended, said: () => said };
};
const distribute = (url: string) => program(url, "server/cli/migrate.ts", ["--distribute"]);

/** Every table with a checksum of its rows, and the last number of every sequence. */
async function everything(url: string): Promise<unknown> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  );
  const rows: unknown[] = [];
  for (const { name } of tables) {
    const [sum] = await query(
      url,
      `SELECT count(*)::int AS n, md5(string_agg(line, E'\\n' ORDER BY line)) AS sum
       FROM (SELECT to_jsonb(t)::text AS line FROM ${name} AS t OFFSET 0) AS lines`,
    );
    rows.push({ name, ...sum });
  }
  const numbers = await query(
    url,
    "SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  return { rows, numbers };
}

const placed = async (url: string, kind: string) =>
  (await query<{ n: number }>(url, `SELECT count(*)::int AS n FROM pg_dist_partition WHERE ${kind}`))[0]?.n ?? 0;
const POINTS: [name: string, kind: string, tables: number][] = [
  ["the first copy", "repmodel = 't'", 1],
  ["half of the copies", "repmodel = 't'", COPIED.length / 2],
  ["the first split table", "partmethod = 'h'", 1],
  ["half of the split tables", "partmethod = 'h'", DISTRIBUTED.length / 2],
];

test("a company keeps every row and continues its numbers when its distribution is killed again and again", async () => {
  const name = nameOfOne();
  const url = databaseUrl(inject("server"), name);
  try {
    await createDatabase(inject("server"), name);
    await withSchemaLock(migrateOn, { url });
    const seeder = program(url, "seeders/main.ts", ["--profile", "demo", "--clicks", "4000", "--days", "70"]);
    expect(await seeder.ended, seeder.said()).toBe(0);
    const before = await everything(url);
    for (const [point, kind, tables] of POINTS) {
      const { child, ended } = distribute(url);
      await expect.poll(() => placed(url, kind), { interval: 20, message: point }).toBeGreaterThanOrEqual(tables);
      child.kill("SIGKILL");
      await ended;
      const working =
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'migration' AND datname = current_database()";
      await expect.poll(() => query(url, working)).toEqual([]);
    }
    const last = distribute(url);
    expect(await last.ended, last.said()).toBe(0);
    expect(await placed(url, "partmethod = 'h' AND logicalrelid NOT IN (SELECT inhrelid FROM pg_inherits)")).toBe(
      DISTRIBUTED.length,
    );
    expect(await placed(url, "repmodel = 't'")).toBe(COPIED.length);
    const registered = REGISTERED.map((table) => `'${table}'::regclass`).join(", ");
    expect(await placed(url, `repmodel = 's' AND logicalrelid IN (${registered})`)).toBe(REGISTERED.length);
    expect(await everything(url)).toEqual(before);
    const again = distribute(url);
    expect(await again.ended, again.said()).toBe(0);
    expect(again.said()).toContain("All tables are distributed.");
    expect(await everything(url)).toEqual(before);
    const [most] = await query<{ id: number }>(url, "SELECT max(id) AS id FROM domains");
    const [made] = await query<{ id: number }>(
      url,
      "INSERT INTO domains (domain) VALUES ('next.example') RETURNING id",
    );
    expect(made?.id).toBe((most?.id ?? 0) + 1);
  } finally {
    await dropDatabase(inject("server"), name);
  }
});
