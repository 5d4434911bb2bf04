import { z } from "zod";
import { now } from "../kernel/time/now";
import { queryOne } from "../kernel/database/transactions";
import { isoTime } from "../kernel/time";
import { sql } from "../kernel/database/sql";

/** Figures of the database. Each is queried separately and is cheap at any size. */

const Time = z.string();
const Count = z.number().int();
/** Counting stops here: an exact number would require reading every row. */
const MAX_COUNTED = 200_000;

export const Database = z.object({
  version: z.string(),
  startedAt: Time,
  bytes: Count,
  connections: Count,
  mostConnections: Count,
  /** Age of the oldest open transaction. */
  transactionSeconds: z.number(),
});

export async function database(): Promise<z.output<typeof Database>> {
  const row = await queryOne<z.output<typeof Database> & { startedAt: Date }>(sql`
    SELECT current_setting('server_version') AS version, pg_postmaster_start_time() AS "startedAt",
      pg_database_size(current_database()) AS bytes,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "mostConnections",
      coalesce((SELECT extract(epoch FROM max(clock_timestamp() - xact_start)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()), 0)::float
        AS "transactionSeconds"`);
  if (!row) throw new Error("The database returned no status row.");
  return { ...row, startedAt: isoTime(row.startedAt) };
}

export const RollUpStatus = z.object({ waiting: Count, countedTo: Count, secondsAgo: z.number().nullable() });

/** Measures that are not rolled up yet. Reports add them up one by one. */
export async function countDeltas(): Promise<number> {
  const row = await queryOne<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM (SELECT 1 FROM stats_delta LIMIT ${MAX_COUNTED}) AS counted`);
  return row?.waiting ?? 0;
}
export const rollUpStatus = (waiting: number, secondsAgo: number | null): z.output<typeof RollUpStatus> => ({
  ...{ waiting, countedTo: MAX_COUNTED, secondsAgo },
});

export const Months = z.object({
  /** The last month for which all partitioned tables have a partition, such as 2027-11. */
  until: z.string().nullable(),
  /** Number of months after the current one. */
  ahead: Count,
  outside: z.boolean(),
});

/** How far ahead the partitions of the large tables exist, and whether any row lies outside of them. */
export async function months(): Promise<z.output<typeof Months>> {
  const row = await queryOne<{ until: string | null; outside: boolean }>(sql`
    SELECT (
      SELECT min(last) FROM (
        SELECT max(substring(c.relname FROM '\\d{4}_\\d\\d$')) AS last FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN ('clicks'::regclass, 'click_uniques'::regclass, 'postbacks'::regclass) GROUP BY i.inhparent
      ) AS lasts
    ) AS until,
    EXISTS (SELECT 1 FROM clicks_default) OR EXISTS (SELECT 1 FROM click_uniques_default)
      OR EXISTS (SELECT 1 FROM postbacks_default) AS outside`);
  const until = row?.until?.replace("_", "-") ?? null;
  return { until, ahead: until === null ? 0 : monthsBetween(now(), until), outside: row?.outside ?? false };
}

function monthsBetween(from: Date, until: string): number {
  const [year = 0, month = 0] = until.split("-").map(Number);
  return (year - from.getUTCFullYear()) * 12 + month - 1 - from.getUTCMonth();
}

export const PendingPostbacks = z.object({ count: Count, oldestAt: Time.nullable() });

/** Pending postbacks: reports of sites that cannot be booked yet. */
export async function pendingPostbacks(): Promise<z.output<typeof PendingPostbacks>> {
  // Prepared: planning it for the partitions of all months takes longer than running it.
  const row = await queryOne<{ count: number; oldest: Date | null }>(
    sql`
    SELECT count(*) AS count, min(received_at) AS oldest FROM postbacks WHERE verdict = 'held'`,
    { plan: "prepared" },
  );
  return { count: row?.count ?? 0, oldestAt: row?.oldest ? isoTime(row.oldest) : null };
}
