import type { Client } from "pg";

/** Monthly partitions (UTC months) of the tables that grow without end, created ahead of time. */

export const PARTITIONED = ["clicks", "click_uniques", "postbacks"] as const;
const MONTHS_AHEAD = 12;

const monthStart = (moment: Date, months = 0) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
const nameOf = (table: string, month: Date) => `${table}_${dayText(month).slice(0, 7).replace("-", "_")}`;
const dayText = (moment: Date) => moment.toISOString().slice(0, 10);

/**
 * Creates the partitions from the month of `from` to twelve months after today and returns the names of the new ones. A
 * table is created on its own and then attached, waiting at most a second for its lock: CREATE … PARTITION OF would
 * queue clicks behind any open reader. A role that may not create tables leaves them to the owner of the tables.
 */
export async function ensurePartitions(client: Pick<Client, "query">, from: Date): Promise<string[]> {
  const created: string[] = [];
  if (!(await mayCreateTables(client))) return created;
  const last = monthStart(new Date(), MONTHS_AHEAD);
  for (let month = monthStart(from); month <= last; month = monthStart(month, 1)) {
    for (const table of PARTITIONED) {
      const name = nameOf(table, month);
      if (await isPartition(client, name)) continue;
      await attach(client, table, name, dayText(month), dayText(monthStart(month, 1)));
      created.push(name);
    }
  }
  return created;
}

export async function mayCreateTables(client: Pick<Client, "query">): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT has_schema_privilege(current_schema(), 'CREATE') AS may",
  );
  return rows[0]?.may === true;
}

const isPartition = async (client: Pick<Client, "query">, name: string) =>
  (await client.query("SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1)", [name])).rows.length > 0;

/** The missing partitions of the coming months, starting with the current one, by name. */
export async function missingMonths(client: Pick<Client, "query">): Promise<string[]> {
  const missing: string[] = [];
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    for (const table of PARTITIONED) {
      const name = nameOf(table, monthStart(new Date(), ahead));
      if (!(await isPartition(client, name))) missing.push(name);
    }
  }
  return missing;
}

function partitionStatements(table: string, name: string, start: string, end: string) {
  const zone = table === "click_uniques" ? "" : " 00:00:00+00";
  return {
    create: `CREATE TABLE IF NOT EXISTS ${name} (LIKE ${table} INCLUDING ALL)`,
    attach: `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${start}${zone}') TO ('${end}${zone}')`,
  };
}

const TIME_COLUMNS = {
  clicks: "clicked_at AT TIME ZONE 'UTC'",
  click_uniques: "day",
  postbacks: "received_at AT TIME ZONE 'UTC'",
};

/**
 * Moves rows of the default partitions into monthly partitions, in the open transaction: all of them or none. Clicks
 * wait meanwhile, so callers must set a lock_timeout. Returns how many rows were moved.
 */
export async function moveIntoMonths(client: Pick<Client, "query">): Promise<number> {
  let moved = 0;
  for (const table of PARTITIONED) {
    await client.query(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`);
    const { rows: months } = await client.query<{ month: string }>(
      `SELECT DISTINCT to_char(${TIME_COLUMNS[table]}, 'YYYY-MM') AS month FROM ${table}_default ORDER BY 1`,
    );
    if (months.length === 0) continue;
    await client.query(`CREATE TEMPORARY TABLE moving ON COMMIT DROP AS SELECT * FROM ${table}_default`);
    await client.query(`DELETE FROM ${table}_default`);
    for (const { month } of months) {
      const first = new Date(`${month}-01`);
      const name = nameOf(table, first);
      const { create, attach } = partitionStatements(table, name, dayText(first), dayText(monthStart(first, 1)));
      await client.query(create);
      await client.query(attach);
    }
    moved += (await client.query(`INSERT INTO ${table} SELECT * FROM moving`)).rowCount ?? 0;
    await client.query("DROP TABLE moving");
  }
  return moved;
}

/**
 * Drops the partitions of a table that end by `before` (a day), with all of their rows, each in a transaction that
 * waits at most a second for its lock. Returns the number of these partitions; with `dryRun` nothing is dropped.
 */
export async function dropMonths(
  client: Pick<Client, "query">,
  table: (typeof PARTITIONED)[number],
  before: string,
  dryRun: boolean,
): Promise<number> {
  const { rows } = await client.query<{ name: string; month: string }>(
    `SELECT relname AS name, replace(substring(relname FROM '\\d{4}_\\d\\d$'), '_', '-') AS month
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1`,
    [table],
  );
  const expired = rows.filter(({ month }) => month && dayText(monthStart(new Date(`${month}-01`), 1)) <= before);
  if (!dryRun) for (const { name } of expired) await runWithRetry(client, `DROP TABLE ${name}`);
  return expired.length;
}

async function attach(client: Pick<Client, "query">, table: string, name: string, start: string, end: string) {
  const statements = partitionStatements(table, name, start, end);
  await client.query(statements.create);
  await runWithRetry(client, statements.attach);
}

/** Changes a table in its own transaction, in up to 20 tries. Other clients never wait for more than a second. */
async function runWithRetry(client: Pick<Client, "query">, change: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query("BEGIN");
    try {
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query(change);
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const LOCK_NOT_AVAILABLE = "55P03";
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === 20) throw error;
    }
  }
}
