import { queryOne } from "./transactions";
import { sql } from "./sql";

// SQL by hand: reads a sequence and the locks of writers in progress.

/**
 * Writers take IDs from a sequence, so a row that is committed late has a lower ID than others that are already visible.
 * Each writer therefore holds a lock with a number below its IDs (`lockBeforeIds`), and a reader ends before the lowest
 * such number. Returns the last ID given out, and the last one up to which every row is committed or given up. Needs an
 * open READ COMMITTED transaction: later statements in it see these rows.
 */
export async function readIdHorizon(sequence: string, lock: number): Promise<{ last: number; settled: number }> {
  const last = await queryOne<{ id: number }>(
    sql`SELECT coalesce(pg_sequence_last_value(${sequence}), 0)::bigint AS id`,
  );
  // Has to be a later statement: it finds every writer that took an ID before the last one was read.
  const lowest = await queryOne<{ id: number | null }>(sql`
    SELECT min(objid::bigint) AS id FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${lock}::int::oid AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  const lastId = last?.id ?? 0;
  return { last: lastId, settled: Math.min(lastId, lowest?.id ?? lastId) };
}
