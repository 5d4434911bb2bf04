import pg from "pg";
import { config } from "../kernel/config";
import { gauge } from "../kernel/metrics";
import { log } from "../kernel/log";

/**
 * Deltas into roll-ups. One process at a time moves them, in one REPEATABLE READ transaction: all of its statements see
 * the same rows, so it takes away exactly what it adds up, and what commits meanwhile is taken next time. Under READ
 * COMMITTED deltas were lost.
 */
const FOLDING = 7_320_002;
const EVERY_MS = 1_000;
/** A transaction ends in seconds also after an hour without folding. */
const AT_ONCE = 200_000;
const FULL = 20_000;
const TRIES = 5;
const SERIALIZATION_FAILURE = "40001";

const MEASURES = [
  "hits",
  "raws",
  "uniques",
  "events",
  "sales",
  "bonus_sales",
  "lpp",
  "bonus_lpp",
  "earning",
  "bonus_earning",
  "payout",
  "bonus_payout",
];
const HALF_START = "day - extract(day FROM day)::integer + CASE WHEN extract(day FROM day) <= 15 THEN 1 ELSE 16 END";

function upsert(table: string, day: string, geo: "geo, " | ""): string {
  const keys = `agent_id, day, type_id, ${geo}company_id, flags`;
  return `
    INSERT INTO ${table} (${keys}, site_id, ${MEASURES.join(", ")})
    SELECT agent_id, ${day} AS day, type_id, ${geo}company_id, flags, site_id, ${MEASURES.map((name) => `sum(${name})`).join(", ")}
    FROM stats_delta WHERE seq <= $1
    GROUP BY 1, 2, type_id, ${geo}company_id, flags, site_id
    ORDER BY ${keys}
    ON CONFLICT (${keys}) DO UPDATE SET ${MEASURES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(", ")}`;
}

const STATEMENTS = [
  upsert("stats_day_geo", "day", "geo, "),
  upsert("stats_day", "day", ""),
  upsert("stats_half_geo", HALF_START, "geo, "),
  upsert("stats_half", HALF_START, ""),
];
const LAST = `SELECT max(seq) AS last FROM (SELECT seq FROM stats_delta ORDER BY seq LIMIT ${AT_ONCE}) AS oldest`;

/**
 * Folds what is there on a connection without an open transaction. Answers how many deltas were moved, or undefined
 * when another process is at it. Throws the database's errors, and then nothing was moved.
 */
export async function foldOn(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [FOLDING]);
  if (!rows[0]?.mine) return undefined;
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await move(client);
      } catch (fault) {
        if ((fault as { code?: string }).code !== SERIALIZATION_FAILURE || tries === TRIES) throw fault;
      }
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [FOLDING]);
  }
}

async function move(client: pg.Client): Promise<number> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  try {
    const { rows } = await client.query<{ last: string | number | null }>(LAST);
    const last = rows[0]?.last ?? null;
    let moved = 0;
    if (last !== null) {
      for (const text of STATEMENTS) await client.query(text, [last]);
      moved = (await client.query("DELETE FROM stats_delta WHERE seq <= $1", [last])).rowCount ?? 0;
    }
    await client.query("COMMIT");
    return moved;
  } catch (fault) {
    await client.query("ROLLBACK");
    throw fault;
  }
}

const connect = async () => {
  const client = new pg.Client({
    connectionString: config().DATABASE_URL,
    application_name: "folding",
    connectionTimeoutMillis: 2_000,
    options: "-c statement_timeout=50s",
    keepAlive: true,
  });
  // A lost connection shows at the next statement, too; unheard it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
};

/** Folds once on a connection of its own, for programs and tests. Answers as `foldOn` does. */
export async function foldOnce(): Promise<number | undefined> {
  const client = await connect();
  try {
    return await foldOn(client);
  } finally {
    await client.end();
  }
}

/** Folds every second, at once again while there is much, for as long as the process lives. Answers the way to stop it. */
export function startFolding(): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let lastFold = performance.now();
  gauge("folding_seconds_ago", "Time since this process folded deltas.", () => (performance.now() - lastFold) / 1000);

  const fold = async () => {
    let moved: number | undefined;
    try {
      client ??= await connect();
      moved = await foldOn(client);
      if (moved !== undefined) lastFold = performance.now();
    } catch (fault) {
      log().warn({ err: fault }, "deltas were not folded");
      const lost = client;
      client = undefined;
      await lost?.end().catch(() => undefined);
    }
    if (!stopped) timer = setTimeout(again, (moved ?? 0) >= FULL ? 0 : EVERY_MS);
  };
  let running = Promise.resolve();
  const again = () => void (running = fold());
  again();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
    await client?.end();
  };
}
