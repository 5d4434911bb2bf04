import { queryOne } from "./transactions";
import { identifier, sql } from "./sql";

/**
 * Writers take IDs from a sequence, so a row that is committed late has a lower ID than others that are already visible.
 * Each writer therefore holds a lock with a number below its IDs (`lockBeforeIds`), and a reader ends before the lowest
 * such number. Returns the last ID given out, and the last one up to which every row is committed or given up. Needs an
 * open READ COMMITTED transaction: later statements in it see these rows.
 */
export async function readIdHorizon(sequence: string, lock: number): Promise<{ last: number; settled: number }> {
  const row = await queryOne<{ id: number }>(
    sql`SELECT coalesce(pg_sequence_last_value(${sequence}), 0)::bigint AS id`,
  );
  const last = row?.id ?? 0;
  // A later statement: it finds every writer that took an ID before the last one was read.
  return { last, settled: last - (await distanceInProgress(lock, last)) };
}

/**
 * How far the lowest lock of the writers in progress is below the last ID, which has to be read before. Locks have the
 * ID modulo 2^31. Those that were taken since have a number above the last ID and hold nothing back.
 */
async function distanceInProgress(lock: number, last: number): Promise<number> {
  const row = await queryOne<{ distance: number | null }>(sql`
    SELECT max(((${last}::bigint - objid::bigint + 1073741824) & 2147483647) - 1073741824) AS distance FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${lock}::int::oid AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  return Math.max(0, row?.distance ?? 0);
}

/**
 * The highest ID of a table up to which every row is committed or given up, or undefined while a transaction that has
 * written to the table is open. For readers that can wait for a moment without writers: an INSERT locks its table before it
 * takes an ID, so the writers need no lock of their own. Needs an open READ COMMITTED transaction.
 */
export async function readSettledId(table: string): Promise<number | undefined> {
  const row = await queryOne<{ id: number | null }>(sql`SELECT max(id) AS id FROM ${identifier(table)}`);
  // A later statement: it finds every writer that took an ID before the highest one was read. A prepared transaction has no pid.
  const busy = await queryOne(sql`
    SELECT 1 FROM pg_locks
    WHERE relation = ${table}::regclass AND mode = 'RowExclusiveLock' AND granted AND pid IS DISTINCT FROM pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`);
  return busy ? undefined : (row?.id ?? 0);
}
