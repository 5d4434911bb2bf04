import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { distribute } from "../../models/distribute";
import { migrate } from "../../models/migrate";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { dayOf } from "../../server/kernel/time";
import { migrations } from "../../models/migrations";
import { asKeeper, databaseUrl } from "./keeper";
import { CITUS, createDatabase, dropDatabase, onEveryNodeAlone } from "./nodes";

/** One builder of templates at a time, also between runs. */
const BUILDING = 7_302_001;
const KEPT_FOR = "2 hours";

/** Months of partitions are made from today on, so a template is as old as its month at most. */
const migratedName = (): string => `template_${hashOf([new Date().toISOString().slice(0, 7), ...texts()])}`;
/** The demo company lives up to the present day of New York. */
export const demoName = (): string => `demo_${hashOf([dayOf(Date.now()), ...texts(), ...sources("seeders")])}`;

/** Makes the database `name` with `fill` unless it is there, whole or not at all; old ones of its kind go. */
export async function ensureTemplate(
  server: string,
  name: string,
  fill: (url: string, client: pg.Client) => Promise<void>,
): Promise<void> {
  await asKeeper(server, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [BUILDING]);
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount) return;
    await dropOld(server, client, name.split("_")[0] ?? name);
    const part = `part_${name}`;
    await dropDatabase(server, part);
    await fill(databaseUrl(server, part), client);
    await onEveryNodeAlone(server, part, `ALTER DATABASE ${part} RENAME TO ${name}`);
    await client.query(`COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`);
  });
}

/** Answers the name of the migrated, empty template. */
export async function ensureMigrated(server: string): Promise<string> {
  const name = migratedName();
  await ensureTemplate(server, name, async (url) => {
    await createDatabase(server, new URL(url).pathname.slice(1));
    await withSchemaLock(migrate, { url });
    if (CITUS) await withSchemaLock(distribute, { url });
  });
  return name;
}

async function dropOld(server: string, client: pg.Client, kind: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE $1
       AND shobj_description(oid, 'pg_database')::timestamptz < now() - $2::interval`,
    [`${kind}\\_%`, KEPT_FOR],
  );
  for (const { name } of rows) await dropDatabase(server, name);
}

const texts = () => [
  ...migrations.map(({ name, text }) => name + text),
  ...["partitions", "distribute", "distribution"].flatMap((name) => sources(`models/${name}.ts`)),
];

function sources(place: string): string[] {
  if (statSync(place).isFile()) return [readFileSync(place, "utf8")];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => readFileSync(path.join(place, file), "utf8"));
}

function hashOf(parts: string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 16);
}
