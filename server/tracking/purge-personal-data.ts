import { queryOne } from "../kernel/database/transactions";
import { sql, type Statement } from "../kernel/database/sql";

/**
 * Blanks personal data in old rows: IP addresses, browsers, referers, sub IDs, customers' e-mail addresses, and any other
 * parameter that a site sent. The rows stay, and no column that is counted or paid changes. Each batch is one statement
 * and its own transaction. Blanked rows are no longer due, so an interrupted run resumes where it ended.
 */

/** The parameters that decide a postback. Any other may identify a person. */
const NON_PERSONAL_PARAMS = ["clickid", "event", "status", "txid", "geo", "ts", "amount", "currency", "test"];
/** Rows per batch, which keeps row locks for a fraction of a second. Nothing else updates rows this old. */
const BATCH_SIZE = 5_000;

type PurgeTable = { table: Statement; time: Statement; key: Statement[]; due: Statement; blank: Statement };

const PURGE_TABLES = {
  clicks: {
    ...{ table: sql`clicks`, time: sql`clicked_at`, key: [sql`agent_id`, sql`id`] },
    due: sql`(ip IS NOT NULL OR ua_id IS NOT NULL OR referer IS NOT NULL OR subs IS NOT NULL)`,
    blank: sql`ip = NULL, ua_id = NULL, referer = NULL, subs = NULL`,
  },
  events: {
    ...{ table: sql`sale_events`, time: sql`occurred_at`, key: [sql`agent_id`, sql`id`] },
    due: sql`(email IS NOT NULL OR referer IS NOT NULL)`,
    blank: sql`email = NULL, referer = NULL`,
  },
  postbacks: {
    ...{ table: sql`postbacks`, time: sql`received_at`, key: [sql`id`] },
    due: sql`(ip IS NOT NULL OR (jsonb_typeof(params) = 'object' AND params - ${NON_PERSONAL_PARAMS}::text[] <> '{}'))`,
    blank: sql`ip = NULL, params = CASE jsonb_typeof(params) WHEN 'object'
      THEN params - ARRAY(SELECT jsonb_object_keys(params - ${NON_PERSONAL_PARAMS}::text[])) ELSE params END`,
  },
} satisfies Record<string, PurgeTable>;
export type PersonalDataKind = keyof typeof PURGE_TABLES;
export const personalDataKinds = Object.keys(PURGE_TABLES) as PersonalDataKind[];

type Span = { from: Date; to: Date };

/** The time of the oldest row before `before`; undefined if there is none. */
async function oldest({ table, time }: PurgeTable, before: Date): Promise<Date | undefined> {
  const row = await queryOne<{ oldest: Date | null }>(
    sql`SELECT min(${time}) AS oldest FROM ${table} WHERE ${time} < ${before}`,
  );
  return row?.oldest ?? undefined;
}

/** Yields the span in pieces that end at the boundaries of UTC months, or at `to`. */
function* months({ from, to }: Span): Generator<Span> {
  for (let start = from; start < to;) {
    const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    yield { from: start, to: next < to ? next : to };
    start = next;
  }
}

/**
 * Blanks the rows of a kind that are older than `before`, month by month; with `dryRun` it only counts them (dry
 * run). Yields every month that had such rows, with its start and the number of rows. Runs on the context's connection,
 * which must not have an open transaction.
 */
export async function* purgePersonalData(
  kind: PersonalDataKind,
  before: Date,
  dryRun: boolean,
): AsyncGenerator<{ from: Date; rows: number }> {
  const spec = PURGE_TABLES[kind];
  const first = await oldest(spec, before);
  if (!first) return;
  for (const month of months({ from: first, to: before })) {
    const rowCount = dryRun ? await countDue(spec, month) : await purgeMonth(spec, month);
    if (rowCount > 0) yield { from: month.from, rows: rowCount };
  }
}

const isDue = ({ time, due }: PurgeTable, { from, to }: Span): Statement =>
  sql`${time} >= ${from} AND ${time} < ${to} AND ${due}`;

async function countDue(spec: PurgeTable, month: Span): Promise<number> {
  const row = await queryOne<{ count: number }>(
    sql`SELECT count(*) AS count FROM ${spec.table} WHERE ${isDue(spec, month)}`,
  );
  return row?.count ?? 0;
}

async function purgeMonth(spec: PurgeTable, { from, to }: Span): Promise<number> {
  let total = 0;
  for (let start = from; ;) {
    const { count, last } =
      (await queryOne<{ count: number; last: Date | null }>(batch(spec, { from: start, to }))) ?? {};
    total += count ?? 0;
    // The next batch starts at the last moment of this one, because more rows may have the same moment.
    if (!last || (count ?? 0) < BATCH_SIZE) return total;
    start = last;
  }
}

function batch(spec: PurgeTable, span: Span): Statement {
  const { table, time, key, blank: set } = spec;
  const [first, second = sql`id`] = key as [Statement, Statement?];
  return sql`
    WITH due AS MATERIALIZED (
      SELECT ${time}, ${first}, ${second} AS second FROM ${table} WHERE ${isDue(spec, span)}
      ORDER BY ${time}, id LIMIT ${BATCH_SIZE}
    ), blanked AS (
      UPDATE ${table} AS t SET ${set} FROM due
      WHERE t.${time} = due.${time} AND t.${first} = due.${first} AND t.${second} = due.second
        AND t.${time} >= ${span.from} AND t.${time} < ${span.to}
      RETURNING t.${time} AS moment
    )
    SELECT count(*) AS count, max(moment) AS last FROM blanked`;
}
