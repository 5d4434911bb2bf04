import type pg from "pg";
import type { Client } from "pg";
import { dropMonths } from "../../models/partitions";
import { isPurgeRecord, lockSeals, recordPurge } from "../audit";
import { LOCKS } from "../kernel/database/advisory-locks";
import { withOwnConnection } from "../kernel/database/connections";
import { withConnection } from "../kernel/database/transactions";
import { addDays, type Day, dayOf, startOfDay } from "../kernel/time";
import { now } from "../kernel/time/now";
import { SettingError } from "../kernel/process/config";
import { purgePersonalData, personalDataKinds, type PersonalDataKind, pruneUserAgents } from "../tracking";
import { recordMaintenance } from "./runs";

/**
 * Deletes old rows of the logs, in transactions of a fraction of a second beside a running server. An interrupted run
 * can simply be repeated.
 */

const BATCH_SIZE = 5_000;

/** Table, time column, and condition of the rows to delete. */
const LOGS = {
  commonLog: { table: "common_log", time: "at", only: "true" },
  loginLog: { table: "login_log", time: "in_time", only: "true" },
  // Activating an agent ends the notice of their flagged sales (HOME-04), so its row stays while there are such sales.
  audit: {
    table: "audit",
    time: "at",
    // Records of earlier purges stay for good, because sealed days are compared with them.
    only: `NOT (record = 'agent' AND coalesce(after ->> 'active', '') = 'true' AND record_id = ANY($3::text[]))
      AND NOT ${isPurgeRecord}`,
  },
  // Refused postbacks count in no report. All others record the outcome of a sale.
  refusedPostbacks: { table: "postbacks", time: "received_at", only: "verdict = 'refused'" },
  claims: { table: "claims", time: "created_at", only: "state NOT IN ('open', 'forwarded')" },
};
type Log = keyof typeof LOGS;
const logs = Object.keys(LOGS) as Log[];

const FLAGGED_AGENTS = `
  SELECT DISTINCT agent_id::text AS id FROM sale_events WHERE stolen_card AND resolved_at IS NULL`;

/** Deletes the rows of a log before a moment, or only counts them with `dryRun`. Returns their number. */
async function purgeLog(client: Client, log: Log, before: Date, dryRun: boolean): Promise<number> {
  const { table, time } = LOGS[log];
  const { rows } = await client.query<{ oldest: Date | null }>(
    `SELECT min(${time}) AS oldest FROM ${table} WHERE ${time} < $1`,
    [before],
  );
  const keptAgentIds =
    log === "audit" ? (await client.query<{ id: string }>(FLAGGED_AGENTS)).rows.map(({ id }) => id) : undefined;
  let total =
    keptAgentIds && !dryRun ? await purgeSealedDays(client, rows[0]?.oldest ?? before, before, keptAgentIds) : 0;
  for (let from = rows[0]?.oldest ?? before; from < before;) {
    // One month at a time, so that each statement reads one partition.
    const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const to = month < before ? month : before;
    const values = [from, to, ...(keptAgentIds ? [keptAgentIds] : [])];
    total += dryRun ? await countDue(client, log, values) : await deleteDue(client, log, values);
    from = to;
  }
  return total;
}

const isDue = (log: Log) => `${LOGS[log].time} >= $1 AND ${LOGS[log].time} < $2 AND ${LOGS[log].only}`;

async function countDue(client: Client, log: Log, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${LOGS[log].table} WHERE ${isDue(log)}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

async function deleteDue(client: Client, log: Log, values: unknown[]): Promise<number> {
  const { table, time } = LOGS[log];
  const unsealed = log === "audit" ? "AND id > (SELECT coalesce(max(to_id), 0) FROM audit_seals)" : "";
  const batch = `
    WITH due AS MATERIALIZED (
      SELECT ${time} AS moment, id FROM ${table} WHERE ${isDue(log)} ${unsealed} ORDER BY ${time}, id LIMIT ${BATCH_SIZE})
    DELETE FROM ${table} t USING due WHERE t.${time} = due.moment AND t.id = due.id AND t.${time} >= $1 AND t.${time} < $2`;
  for (let total = 0; ;) {
    const deleted = await inPurge(client, async () => (await client.query(batch, values)).rowCount ?? 0);
    total += deleted;
    if (deleted < BATCH_SIZE) return total;
  }
}

/** Deletes rows of sealed days, each day in one transaction with the record of what is left of it. */
async function purgeSealedDays(client: Client, oldest: Date, before: Date, keptAgentIds: string[]): Promise<number> {
  const isDueIn = `id > after_id AND id <= to_id AND ${isDue("audit")}`;
  const { rows: seals } = await client.query<{ number: number; after_id: number; to_id: number }>(
    `SELECT number, after_id, to_id FROM audit_seals WHERE EXISTS (SELECT 1 FROM audit WHERE ${isDueIn}) ORDER BY number`,
    [oldest, before, keptAgentIds],
  );
  let total = 0;
  for (const { number, after_id: afterId, to_id: toId } of seals) {
    total += await inPurge(client, async () => {
      const { rowCount } = await client.query(`DELETE FROM audit USING audit_seals WHERE number = $4 AND ${isDueIn}`, [
        oldest,
        before,
        keptAgentIds,
        number,
      ]);
      await withConnection(client, () => recordPurge({ number, afterId, toId }, rowCount ?? 0));
      return rowCount ?? 0;
    });
  }
  return total;
}

async function inPurge(client: Client, body: () => Promise<number>): Promise<number> {
  await client.query("BEGIN");
  try {
    // A trigger of the audit refuses all other deletions.
    await client.query("SELECT set_config('audit.purging', 'on', true)");
    await withConnection(client, lockSeals);
    const deleted = await body();
    await client.query("COMMIT");
    return deleted;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Spooled clicks may still bring back visitors of later days. */
const UNIQUES_DAYS = 100;

/**
 * Number of whole months before the current one that are kept: of visitors' data, and of each log. A kind without a
 * number is kept forever.
 */
export type Months = { visitors?: number } & Partial<Record<Log, number>>;
export type Purged = {
  /** The first day whose visitors' data are kept. */
  before: Day | null;
  rows: Record<PersonalDataKind, number>;
  uniques: number;
  /** User agents that no click refers to any more. */
  userAgents: number;
  deleted: Partial<Record<Log, number>>;
};

/** The first day that is kept: `months` whole New York months before the current one. */
export function retentionStart(months: number, moment: Date): Day {
  const [year = 0, month = 0] = dayOf(moment).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/**
 * Removes the visitors' personal data from clicks, events and postbacks of earlier months, drops the partitions of
 * their uniques, and deletes browsers that no later click used and old rows of the logs. No total changes. Works in short
 * transactions beside a running server, and can be interrupted and repeated. With `dryRun` it only counts. `onProgress` is
 * called for each finished month and each log.
 */
export async function purge(
  { months, dryRun }: { months: Months; dryRun: boolean },
  onProgress: (kind: PersonalDataKind | Log, month: string, rows: number) => void = () => undefined,
): Promise<Purged> {
  const moment = now();
  const runPurge = async (client: pg.Client) => {
    const { rows: lock } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [
      LOCKS.purge,
    ]);
    if (!lock[0]?.mine) throw new SettingError("Another purge is at work. Please wait for its end.");
    const done: Purged = {
      before: null,
      rows: { clicks: 0, events: 0, postbacks: 0 },
      uniques: 0,
      userAgents: 0,
      deleted: {},
    };
    for (const log of logs) {
      const keptMonths = months[log];
      if (keptMonths === undefined) continue;
      const before = retentionStart(keptMonths, moment);
      done.deleted[log] = await purgeLog(client, log, startOfDay(before), dryRun);
      onProgress(log, before.slice(0, 7), done.deleted[log]);
    }
    if (months.visitors !== undefined)
      Object.assign(done, await blankVisitors(client, months.visitors, dryRun, onProgress));
    const { before, rows, uniques, deleted } = done;
    const figures = { months: months.visitors ?? null, before, blanked: rows, uniques, deleted };
    if (!dryRun) await recordMaintenance("retain", moment, figures);
    return done;
  };
  return withOwnConnection("purge", runPurge, { readOnly: dryRun });
}

async function blankVisitors(
  client: pg.Client,
  months: number,
  dryRun: boolean,
  onProgress: (kind: PersonalDataKind, month: string, rows: number) => void,
): Promise<Omit<Purged, "deleted">> {
  const moment = now();
  const before = retentionStart(months, moment);
  const rows: Purged["rows"] = { clicks: 0, events: 0, postbacks: 0 };
  for (const kind of personalDataKinds) {
    await withConnection(client, async () => {
      for await (const month of purgePersonalData(kind, startOfDay(before), dryRun)) {
        rows[kind] += month.rows;
        onProgress(kind, month.from.toISOString().slice(0, 7), month.rows);
      }
    });
  }
  const latest = addDays(dayOf(moment), -UNIQUES_DAYS);
  const uniques = await dropMonths(client, "click_uniques", before < latest ? before : latest, dryRun);
  const userAgents = await withConnection(client, () => pruneUserAgents(before, dryRun));
  return { before, rows, uniques, userAgents };
}
