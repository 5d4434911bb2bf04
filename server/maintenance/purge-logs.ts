import type { Client } from "pg";

// SQL by hand: deletes rows by age, thousands at a time.

/**
 * Deletes old rows of the logs, in transactions of a fraction of a second beside a running server. An interrupted run
 * can simply be repeated.
 */

const AT_ONCE = 5_000;

/** Table, time column, and condition of the rows to delete. */
const LOGS = {
  commonLog: { table: "common_log", time: "at", only: "true" },
  loginLog: { table: "login_log", time: "in_time", only: "true" },
  // Activating an agent ends the notice of their flagged sales (HOME-04), so its row stays while there are such sales.
  audit: {
    table: "audit",
    time: "at",
    only: `NOT (record = 'agent' AND coalesce(after ->> 'active', '') = 'true' AND record_id = ANY($3::text[]))`,
  },
  // Refused postbacks count in no report. All others record the outcome of a sale.
  refusedPostbacks: { table: "postbacks", time: "received_at", only: "verdict = 'refused'" },
};
export type Log = keyof typeof LOGS;
export const logs = Object.keys(LOGS) as Log[];

const FLAGGED = `
  SELECT DISTINCT agent_id::text AS id FROM sale_events WHERE stolen_card AND resolved_at IS NULL`;

/** Deletes the rows of a log before a moment, or only counts them with `dryRun`. Returns their number. */
export async function purgeLog(client: Client, log: Log, before: Date, dryRun: boolean): Promise<number> {
  const { table, time } = LOGS[log];
  const { rows } = await client.query<{ oldest: Date | null }>(
    `SELECT min(${time}) AS oldest FROM ${table} WHERE ${time} < $1`,
    [before],
  );
  const kept = log === "audit" ? (await client.query<{ id: string }>(FLAGGED)).rows.map(({ id }) => id) : undefined;
  let total = 0;
  for (let from = rows[0]?.oldest ?? before; from < before;) {
    // One month at a time, so that each statement reads one partition.
    const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const to = month < before ? month : before;
    const values = [from, to, ...(kept ? [kept] : [])];
    total += dryRun ? await countDue(client, log, values) : await deleteDue(client, log, values);
    from = to;
  }
  return total;
}

const due = (log: Log) => `${LOGS[log].time} >= $1 AND ${LOGS[log].time} < $2 AND ${LOGS[log].only}`;

async function countDue(client: Client, log: Log, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${LOGS[log].table} WHERE ${due(log)}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

async function deleteDue(client: Client, log: Log, values: unknown[]): Promise<number> {
  const { table, time } = LOGS[log];
  const batch = `
    WITH due AS MATERIALIZED (
      SELECT ${time} AS moment, id FROM ${table} WHERE ${due(log)} ORDER BY ${time}, id LIMIT ${AT_ONCE})
    DELETE FROM ${table} t USING due WHERE t.${time} = due.moment AND t.id = due.id AND t.${time} >= $1 AND t.${time} < $2`;
  for (let total = 0; ;) {
    await client.query("BEGIN");
    try {
      // A trigger of the audit refuses all other deletions.
      await client.query("SELECT set_config('audit.purging', 'on', true)");
      const { rowCount } = await client.query(batch, values);
      await client.query("COMMIT");
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < AT_ONCE) return total;
    } catch (fault) {
      await client.query("ROLLBACK");
      throw fault;
    }
  }
}
