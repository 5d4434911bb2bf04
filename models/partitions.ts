import type { Client } from "pg";

/** Monthly partitions (UTC months) of the tables that grow without end, made ahead of time. */

const TABLES = ["clicks", "click_uniques", "postbacks"] as const;
const AHEAD = 12;

const monthStart = (moment: Date, months = 0) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
const dayText = (moment: Date) => moment.toISOString().slice(0, 10);

/**
 * Makes the partitions from `from`'s month to twelve months after today. A table is made on its own and then
 * attached, waiting at most a second for its lock: CREATE … PARTITION OF would queue clicks behind any open reader.
 */
export async function ensurePartitions(client: Pick<Client, "query">, from: Date): Promise<string[]> {
  const made: string[] = [];
  const last = monthStart(new Date(), AHEAD);
  for (let month = monthStart(from); month <= last; month = monthStart(month, 1)) {
    for (const table of TABLES) {
      const name = `${table}_${dayText(month).slice(0, 7).replace("-", "_")}`;
      const { rows } = await client.query("SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1)", [name]);
      if (rows.length > 0) continue;
      await attach(client, table, name, dayText(month), dayText(monthStart(month, 1)));
      made.push(name);
    }
  }
  return made;
}

async function attach(client: Pick<Client, "query">, table: string, name: string, start: string, end: string) {
  const zone = table === "click_uniques" ? "" : " 00:00:00+00";
  await client.query(`CREATE TABLE IF NOT EXISTS ${name} (LIKE ${table} INCLUDING ALL)`);
  for (let tries = 1; ; tries++) {
    await client.query("BEGIN");
    try {
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${start}${zone}') TO ('${end}${zone}')`,
      );
      await client.query("COMMIT");
      return;
    } catch (fault) {
      await client.query("ROLLBACK");
      const LOCK_NOT_AVAILABLE = "55P03";
      if ((fault as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === 20) throw fault;
    }
  }
}
