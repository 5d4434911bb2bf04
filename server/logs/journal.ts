import { rows, writing } from "../kernel/database";
import { now } from "../kernel/clock";
import { log, logFault } from "../kernel/log";
import type { Entry } from "../kernel/perform";
import { sql } from "../kernel/sql";

/**
 * The common log: a row for each API call, each posted form and each page that shows sealed passwords, written after
 * the answer and off its path. Rows wait in memory for at most a second; while the database is away they wait longer,
 * up to a bound.
 */

const EVERY_MS = 1_000;
const AT_ONCE = 500;
const MOST_WAITING = 20_000;

type Row = {
  at: string;
  role: number | null;
  account_id: number | null;
  username: string | null;
  ip: string | null;
  action_type: string;
  action_name: string;
  response_code: number;
  post_params: unknown;
  get_params: unknown;
  audit_ids: number[];
  request_id: string | null;
};

const rowOf = ({ asker, from, input, status, type, auditIds, revealed }: Entry): Row => {
  const reads = /^(GET|HEAD) /.test(from.method ?? "");
  return {
    at: now().toISOString(),
    role: asker?.role ?? null,
    account_id: asker?.accountId ?? null,
    username: asker?.username ?? null,
    ip: from.ip,
    action_type: type,
    action_name: from.method ?? "",
    response_code: status,
    post_params: reads ? null : (input ?? {}),
    get_params: { ...from.query, ...(revealed.length > 0 ? { passwordsOf: revealed } : {}) },
    audit_ids: auditIds,
    request_id: from.requestId ?? null,
  };
};

/** What a refused request carried may hold signs that jsonb cannot: it is kept without them. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)]));
}

/** JSON writes such signs as escapes: where none stands, nothing has to be gone through for them. */
const jsonOf = (list: Row[]): string => {
  const json = JSON.stringify(list);
  return /\\u(0000|d[89a-f])/.test(json) ? JSON.stringify(storable(list)) : json;
};

/** A row that the database will not have goes to the server's log alone, and keeps no other from being written. */
async function write(list: Row[]): Promise<void> {
  try {
    await insert(list);
  } catch (fault) {
    if (!/^2[23]/.test((fault as { code?: string }).code ?? "")) throw fault;
    if (list.length === 1) return logFault(fault, list[0]?.request_id ?? undefined);
    const half = list.length >> 1;
    await write(list.slice(0, half));
    await write(list.slice(half));
  }
}

/** Names are those at the time of writing; accounts have one office or none. */
async function insert(list: Row[]): Promise<void> {
  await writing(() =>
    rows(sql`
      INSERT INTO common_log (at, role, account_id, username, account_name, agent_id, agent_name, company_id, office_name,
                              ip, action_type, action_name, response_code, post_params, get_params, audit_ids, request_id)
      SELECT r.at, r.role, r.account_id, r.username,
             coalesce(g.first_name || ' ' || g.last_name, m.man_first_name || ' ' || m.man_last_name, r.username),
             g.id, g.first_name || ' ' || g.last_name, o.id, o.office_name,
             r.ip, r.action_type, r.action_name, r.response_code, r.post_params, r.get_params,
             ARRAY(SELECT jsonb_array_elements_text(r.audit_ids)::bigint), r.request_id
      FROM jsonb_to_recordset(${jsonOf(list)}::jsonb) AS r(
        at timestamptz, role smallint, account_id integer, username text, ip inet, action_type text, action_name text,
        response_code smallint, post_params jsonb, get_params jsonb, audit_ids jsonb, request_id text)
      LEFT JOIN agents g ON g.account_id = r.account_id
      LEFT JOIN offices m ON m.account_id = r.account_id
      LEFT JOIN offices o ON o.id = coalesce(g.company_id, m.id)`),
  );
}

export type Journal = { record(entry: Entry): void; flush(): Promise<void>; close(): Promise<void> };

/** Starts writing. `close` writes what waits and stops. */
export function openJournal(): Journal {
  let waiting: Row[] = [];
  let writingNow: Promise<void> | undefined;
  let dropped = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const list = waiting.slice(0, AT_ONCE);
      await write(list);
      waiting = waiting.slice(list.length);
    }
  }
  const flush = () =>
    (writingNow ??= drain().finally(() => {
      writingNow = undefined;
    }));
  const timer = setInterval(() => void flush().catch((fault: unknown) => logFault(fault)), EVERY_MS);
  timer.unref();

  return {
    record(entry) {
      const { channel } = entry.from;
      if (channel === "program" || (channel === "page" && entry.revealed.length === 0)) return;
      if (waiting.length >= MOST_WAITING) {
        if (dropped++ % 1_000 === 0) log().error({ dropped }, "the common log is full; rows are dropped");
        return;
      }
      waiting.push(rowOf(entry));
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch((fault: unknown) => logFault(fault));
    },
  };
}
