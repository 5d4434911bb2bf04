import type pg from "pg";

/**
 * Everything stored in a database, table by table and row by row, and a way to restore it. Times, hashes and random
 * values differ between runs of a job, so they are compared only as present or absent.
 */
export type Tables = Readonly<Record<string, readonly string[]>>;

/**
 * Written by any request: sessions, form keys, tries, and the logs of requests; and what the server does by itself: it
 * deletes mails when they are sent, and seals days of the audit.
 */
const OF_REQUESTS = [
  ...["audit_seals", "common_log", "login_log", "mails", "once", "sessions", "sign_in_failures"],
  ...["used_captchas", "used_challenges"],
];
const RANDOM = /(^|_)(hash|sealed|token|secret)$/;
/** A time in the before and after of a change. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/g;
/** The last characters of a random secret, in its own row and in a change. */
const HINT = /"hint": "[^"]*"/g;
/** Identifies the session that made a change, which differs for each way. */
const OF_SESSION = /^session_id$/;
/** The half minute of the last code from an authenticator app, in an integer. */
const TIME_STEP = /^last_step$/;

type Column = { table_name: string; column_name: string; data_type: string; is_generated: string };

async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(`
    SELECT table_name, column_name, data_type, is_generated FROM information_schema.columns
    JOIN pg_class ON relname = table_name AND relnamespace = 'public'::regnamespace
    WHERE table_schema = 'public' AND relkind IN ('r', 'p') AND NOT relispartition
    ORDER BY table_name, ordinal_position`);
  const tables = new Map<string, Column[]>();
  for (const column of rows) tables.set(column.table_name, [...(tables.get(column.table_name) ?? []), column]);
  return tables;
}

const told = ({ column_name, data_type }: Column): string => {
  if (OF_SESSION.test(column_name)) return "NULL";
  const varies = [RANDOM, TIME_STEP].some((names) => names.test(column_name)) || /^(bytea|timestamp)/.test(data_type);
  return varies ? `CASE WHEN "${column_name}" IS NOT NULL THEN 'set' END` : `"${column_name}"`;
};

/** The rows of every table as sorted texts. */
export async function rowsOf(client: pg.Client): Promise<Tables> {
  const tables: Record<string, string[]> = {};
  for (const [table, columns] of await columnsOf(client)) {
    if (OF_REQUESTS.includes(table)) continue;
    const named = columns.map((column) => `'${column.column_name}', ${told(column)}`).join(", ");
    const { rows } = await client.query<{ row: string }>(
      `SELECT jsonb_build_object(${named})::text AS row FROM "${table}"`,
    );
    tables[table] = rows.map(({ row }) => row.replaceAll(TIME, "set").replaceAll(HINT, '"hint": "set"')).sort();
  }
  return tables;
}

/** Saves the database's rows and sequences; the returned function restores them. */
export async function keep(client: pg.Client): Promise<() => Promise<void>> {
  const tables = [...(await columnsOf(client))];
  await client.query("DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept");
  for (const [table] of tables) await client.query(`CREATE TABLE kept."${table}" AS TABLE public."${table}"`);
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(`
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public'`);
  const back = async () => {
    // The tables refer to each other and are consistent again only once all are restored.
    await client.query("SET LOCAL session_replication_role = replica");
    for (const [table, columns] of tables) {
      const names = columns.filter(({ is_generated }) => is_generated === "NEVER").map((c) => `"${c.column_name}"`);
      await client.query(`DELETE FROM public."${table}"`);
      await client.query(`
        INSERT INTO public."${table}" (${names.join()}) OVERRIDING SYSTEM VALUE SELECT ${names.join()} FROM kept."${table}"`);
    }
    for (const { name, last } of sequences) {
      await client.query("SELECT setval($1::regclass, coalesce($2::bigint, 1), $2::bigint IS NOT NULL)", [name, last]);
    }
  };
  return async () => {
    await client.query("BEGIN");
    try {
      await back();
      await client.query("COMMIT");
    } catch (fault) {
      await client.query("ROLLBACK");
      throw fault;
    }
  };
}
