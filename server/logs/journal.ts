import { truncate } from "../kernel/text/truncate";
import { now } from "../kernel/time/now";
import { isUnreachable, queryRows, writeTransaction } from "../kernel/database/transactions";
import { log, logError } from "../kernel/process/log";
import { maskWithin } from "../kernel/process/mask";
import { counter } from "../kernel/process/metrics";
import type { LogEntry } from "../kernel/operation/perform";
import { usedBy } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { refusalRows } from "./refusal-rows";

/**
 * The common log: one row for each API call, each posted form, and each page that shows stored passwords or was refused. Rows are
 * written asynchronously, after the response. They wait in memory for about a second, or longer while the database is
 * unreachable. Beyond 4 MB of waiting rows, new rows are dropped and counted.
 */

const FLUSH_INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;
/** Bytes of JSON. */
const MAX_ROW_BYTES = 8 * 1024;
const MOST_WAITING = 4 * 1024 * 1024;
const LONGEST_TEXT = 255;
/** Audit rows that a row of the log refers to. */
const MOST_CHANGES = 100;
const LOG_INTERVAL_MS = 60_000;

type Row = {
  at: string;
  role: number | null;
  account_id: number | null;
  username: string | null;
  by: string | null;
  ip: string | null;
  action_type: string;
  action_name: string;
  response_code: number;
  post_params: unknown;
  get_params: unknown;
  audit_ids: number[];
  request_id: string | null;
};

/** The row as JSON, about 8 KB at most. The short fields come first. The parameters share the rest. */
function rowOf({ caller, from, input, status, type, auditIds, revealed }: LogEntry): string {
  const reads = /^(GET|HEAD) /.test(from.method ?? "");
  const short = {
    at: now().toISOString(),
    role: caller?.role ?? null,
    account_id: caller?.accountId ?? null,
    username: caller?.username ?? null,
    by: usedBy(caller),
    ip: from.ip,
    action_type: type,
    action_name: truncate(from.method ?? "", LONGEST_TEXT),
    response_code: status,
    audit_ids: auditIds.slice(0, MOST_CHANGES),
    request_id: from.requestId ?? null,
  };
  const bytesLeft =
    MAX_ROW_BYTES - Buffer.byteLength(JSON.stringify({ ...short, post_params: null, get_params: null }));
  // The key must not match a name that `mask.ts` masks.
  const shown = revealed.length > 0 ? { revealed } : {};
  // First, so that a long query cannot push names out of the row, and last, so that it cannot replace them.
  const query = { ...shown, ...from.query, ...shown };
  // The list of accounts whose passwords were shown takes precedence over the posted parameters.
  const get_params = maskWithin(revealed.length > 0 ? bytesLeft - 500 : bytesLeft / 3, query);
  const post_params = reads ? null : maskWithin(bytesLeft - Buffer.byteLength(JSON.stringify(get_params)), input ?? {});
  return jsonOf({ ...short, post_params, get_params } satisfies Row);
}

/** Removes characters from request data that jsonb cannot store: NUL and unpaired surrogates. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)]));
}

/** JSON escapes those characters, so only a row with such an escape needs to be cleaned. */
const jsonOf = (row: Row): string => {
  const json = JSON.stringify(row);
  return /\\u(0000|d[89a-f])/.test(json) ? JSON.stringify(storable(row)) : json;
};

/** The posted parameters of a row. A name at the sign-in that no account has may be a password in the wrong field. */
const postParams = sql`CASE WHEN r.action_type = 'AUTH' AND r.account_id IS NULL AND jsonb_exists(r.post_params, 'username')
    AND NOT EXISTS (
      SELECT 1 FROM accounts a WHERE a.deleted_at IS NULL AND lower(a.username) = lower(r.post_params ->> 'username'))
  THEN jsonb_set(r.post_params, '{username}', to_jsonb(length(r.post_params ->> 'username') || ' characters'))
  ELSE r.post_params END`;

/** Stores the names at the time of writing. The joins add no rows, because an account has at most one office. */
async function insert(list: string[]): Promise<void> {
  await writeTransaction(() =>
    queryRows(sql`
      INSERT INTO common_log (at, role, account_id, username, by, account_name, agent_id, agent_name, company_id, office_name,
                              ip, action_type, action_name, response_code, post_params, get_params, audit_ids, request_id)
      SELECT r.at, r.role, r.account_id, r.username, r.by,
             coalesce(g.first_name || ' ' || g.last_name, m.man_first_name || ' ' || m.man_last_name, r.username),
             g.id, g.first_name || ' ' || g.last_name, o.id, o.office_name,
             r.ip, r.action_type, r.action_name, r.response_code, ${postParams}, r.get_params,
             r.audit_ids, r.request_id
      FROM jsonb_to_recordset(${`[${list.join()}]`}::jsonb) AS r(
        at timestamptz, role smallint, account_id integer, username text, by text, ip inet, action_type text, action_name text,
        response_code smallint, post_params jsonb, get_params jsonb, audit_ids bigint[], request_id text)
      LEFT JOIN agents g ON g.account_id = r.account_id
      LEFT JOIN offices m ON m.account_id = r.account_id
      LEFT JOIN offices o ON o.id = coalesce(g.company_id, m.id)`),
  );
}

/** A page or form that was refused before an operation ran. Calls have a rate limit. */
const isRefusal = ({ operation, from }: LogEntry): boolean => operation === "" && from.channel !== "call";

export type Journal = { record: (entry: LogEntry) => void; flush(): Promise<void>; close(): Promise<void> };

/** Starts the journal. `flush` writes the waiting rows. `close` writes them and stops the timer. */
export function openJournal(): Journal {
  const waiting: string[] = [];
  const mayLogRefusal = refusalRows();
  let bytes = 0;
  let writingNow: Promise<void> | undefined;

  function shift(count: number): void {
    for (const json of waiting.splice(0, count)) bytes -= Buffer.byteLength(json);
  }

  /** Writes the oldest rows. Splits a batch that the database rejects, so that only the bad rows are dropped. */
  async function write(count: number): Promise<void> {
    try {
      await insert(waiting.slice(0, count));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      if (count === 1) {
        countDropped("refused", error);
        return shift(1);
      }
      const half = count >> 1;
      await write(half);
      return write(count - half);
    }
    shift(count);
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await write(Math.min(BATCH_SIZE, waiting.length));
  }
  const flush = () =>
    (writingNow ??= drain().finally(() => {
      writingNow = undefined;
    }));
  const timer = setInterval(() => void flush().catch((error: unknown) => logError(error)), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    record(entry) {
      const { channel } = entry.from;
      if (channel === "program" || (channel === "page" && entry.revealed.length === 0 && !isRefusal(entry))) return;
      if (isRefusal(entry) && !mayLogRefusal(entry.from.ip)) return countDropped("refusals");
      const json = rowOf(entry);
      const size = Buffer.byteLength(json);
      if (bytes + size > MOST_WAITING) return countDropped("full");
      waiting.push(json);
      bytes += size;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch((error: unknown) => logError(error));
    },
  };
}

const dropped = counter("common_log_dropped_total", "Common log rows lost, by reason.", "why");
let unloggedRows = 0;
let loggedAt = -Infinity;

/** Counts a lost row. Logs the loss at most once a minute, so that a flood of them does not fill the server log. */
function countDropped(why: "full" | "refused" | "refusals", error?: unknown): void {
  dropped.add({ why });
  unloggedRows += 1;
  if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
  log().error({ event: "common log rows dropped", why, rows: unloggedRows, err: error });
  loggedAt = performance.now();
  unloggedRows = 0;
}
