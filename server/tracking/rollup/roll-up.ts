import type pg from "pg";
import { CLICK_MEASURES, hasColumn, MEASURES, ROLL_UPS, type RollUp, SALE_MEASURES } from "../../../models/roll-ups";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { persistentConnection, withOwnConnection } from "../../kernel/database/connections";
import { halfMonthStart } from "../../trade/periods/half-month-sql";
import { gauge } from "../../kernel/process/metrics";
import { log } from "../../kernel/process/log";
import { sql } from "../../kernel/database/sql";

/**
 * Rolls deltas up. One process at a time does so, in one REPEATABLE READ transaction: all of its statements see the
 * same rows, so it deletes exactly the deltas that it adds up. Deltas committed meanwhile are rolled up by the next
 * run. READ COMMITTED lost deltas.
 */
const CHECK_MS = 1_000;
/**
 * Deltas are rolled up at this age or number, whichever comes first. Each roll-up updates the row of a busy link once,
 * so rolling up 10,000 at a time takes a quarter less than five times 2,000. Reports add up what is waiting, so the bounds
 * also limit what that costs them.
 */
const MAX_AGE_MS = 5_000;
const MAX_WAITING = 10_000;
/** While clicks wait for the database, rolling up waits too, until there are this many deltas. */
const MAX_WAITING_BEHIND = 50_000;
/** Deltas per transaction, so that a transaction takes seconds even after an hour without roll-ups. */
const BATCH_SIZE = 200_000;
/** Every process that rolls up is notified of each roll-up, with the number of the last delta. */
const CHANNEL = "roll_ups";
const TRIES = 5;
const SERIALIZATION_FAILURE = "40001";

const HALF_START = halfMonthStart(sql`day`).text;

/** Deltas by half-month: `day` becomes the half-month's first day, and `bit` marks the delta's own day. */
const HALVES = `(
  SELECT seq, agent_id, half AS day, type_id, geo, company_id, site_id, flags, ${MEASURES.join(", ")},
    CASE WHEN raws > 0 OR events > 0 THEN 1 << (day - half) ELSE 0 END AS bit
  FROM (SELECT *, ${HALF_START} AS half FROM stats_delta) AS deltas) AS halves`;

type Part = Pick<RollUp, "measures" | "only"> & {
  /** Measures that are 0 in all of these deltas: a new row has 0, an existing one keeps its own. */
  none?: readonly string[];
};

function upsert({ table, byHalf, keepsDays, ...rollUp }: RollUp, { measures, only, none = [] }: Part): string {
  const [keys, carries] = [rollUp.keys.join(", "), rollUp.carries.map((name) => `, ${name}`).join("")];
  const merged = [
    ...measures.map((name) => ({ name, sum: `sum(${name})`, both: `${table}.${name} + excluded.${name}` })),
    ...(keepsDays ? [{ name: "days", sum: "bit_or(bit)", both: `${table}.days | excluded.days` }] : []),
  ];
  return `
    INSERT INTO ${table} (${keys}${carries}, ${[...merged.map(({ name }) => name), ...none].join(", ")})
    SELECT ${keys}${carries}, ${[...merged.map(({ sum }) => sum), ...none.map(() => "0")].join(", ")}
    FROM ${byHalf ? HALVES : "stats_delta"}
    WHERE seq <= $1 AND ${only} GROUP BY ${keys}${carries} ORDER BY ${keys}
    ON CONFLICT (${keys}) DO UPDATE SET ${merged.map(({ name, both }) => `${name} = ${both}`).join(", ")}`;
}

/**
 * Nearly all deltas come from clicks, and all of their sale measures are 0. Leaving these out of the sums and the
 * updates saves a tenth of the CPU time of a roll-up, even if one delta in twenty-five is a sale's.
 */
const ARE_SALES = `(${SALE_MEASURES.map((name) => `${name} <> 0`).join(" OR ")})`;
const OF_CLICKS = { measures: CLICK_MEASURES, only: `NOT ${ARE_SALES}`, none: SALE_MEASURES };
const OF_SALES = { measures: MEASURES, only: ARE_SALES };

const hasSales = (rollUp: RollUp) => hasColumn(rollUp, "sales");
const STATEMENTS = ROLL_UPS.map((rollUp) => upsert(rollUp, hasSales(rollUp) ? OF_CLICKS : rollUp));
const SALE_STATEMENTS = ROLL_UPS.filter(hasSales).map((rollUp) => upsert(rollUp, OF_SALES));
const OLDEST = `
  SELECT max(seq) AS last, bool_or(sold) AS sold
  FROM (SELECT seq, ${ARE_SALES} AS sold FROM stats_delta ORDER BY seq LIMIT ${BATCH_SIZE}) AS oldest`;

/**
 * Rolls up the deltas, at most 200,000, on a connection without an open transaction. Returns the number of deltas
 * rolled up, or undefined if another process is doing so. Throws the database's errors, and then nothing has changed.
 */
export async function rollUpOn(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [LOCKS.rollUp]);
  if (!rows[0]?.mine) return undefined;
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await rollUpBatch(client);
      } catch (error) {
        if ((error as { code?: string }).code !== SERIALIZATION_FAILURE || tries === TRIES) throw error;
      }
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCKS.rollUp]);
  }
}

async function rollUpBatch(client: pg.Client): Promise<number> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  try {
    const { rows } = await client.query<{ last: string | number | null; sold: boolean | null }>(OLDEST);
    const { last = null, sold = false } = rows[0] ?? {};
    let moved = 0;
    if (last !== null) {
      for (const text of sold ? [...STATEMENTS, ...SALE_STATEMENTS] : STATEMENTS) await client.query(text, [last]);
      moved = (await client.query("DELETE FROM stats_delta WHERE seq <= $1", [last])).rowCount ?? 0;
      await client.query("SELECT pg_notify($1, $2)", [CHANNEL, String(last)]);
    }
    await client.query("COMMIT");
    return moved;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Rolls up once on a connection of its own, for programs and tests. Returns the same as `rollUpOn`. */
export const rollUpOnce = (): Promise<number | undefined> => withOwnConnection("rollup", rollUpOn);

const LAST = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('stats_delta', 'seq')), 0)::float8 AS last";

async function lastDelta(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: number }>({ name: "last-delta", text: LAST });
  return rows[0]?.last ?? 0;
}

type RollUpOptions = {
  /** Whether clicks wait for the database, which then has no time for anything else. */
  isBehind?: () => boolean;
  maxAgeMs?: number;
  maxWaiting?: number;
  maxWaitingBehind?: number;
};

/**
 * Rolls up at once, then whenever the deltas of all processes are old or many enough, until the process ends or stops
 * it. Returns a function that stops it.
 */
export function startRollUp({
  isBehind = () => false,
  maxAgeMs = MAX_AGE_MS,
  maxWaiting = MAX_WAITING,
  maxWaitingBehind = MAX_WAITING_BEHIND,
}: RollUpOptions = {}): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let lastRollUp = performance.now();
  let dueAt = 0;
  /** The last delta of the latest roll-up, or the one at the first check. */
  let rolledUpTo: number | undefined;
  const noteRollUp = () => {
    lastRollUp = performance.now();
    dueAt = lastRollUp + maxAgeMs;
  };
  const connection = persistentConnection("rollup", {
    async onOpen(client) {
      client.on("notification", ({ payload }) => {
        rolledUpTo = Number(payload);
        noteRollUp();
      });
      await client.query(`LISTEN ${CHANNEL}`);
    },
  });
  gauge(
    "rollup_seconds_ago",
    "Seconds since this process last knew of a roll-up of deltas.",
    () => (performance.now() - lastRollUp) / 1000,
  );

  const isDue = async (client: pg.Client) => {
    const last = await lastDelta(client);
    rolledUpTo ??= last;
    const waiting = last - rolledUpTo;
    if (waiting >= maxWaitingBehind) return true;
    return (performance.now() >= dueAt || waiting >= maxWaiting) && !isBehind();
  };
  const rollUp = async () => {
    let moved: number | undefined;
    try {
      const client = await connection.getClient();
      if (await isDue(client)) moved = await rollUpOn(client);
      if (moved !== undefined) noteRollUp();
    } catch (error) {
      log().warn({ event: "roll-up failed", err: error });
      connection.drop();
    }
    const hasMore = (moved ?? 0) >= BATCH_SIZE;
    if (hasMore) dueAt = 0;
    if (!stopped) timer = setTimeout(again, hasMore ? 0 : CHECK_MS);
  };
  let running = Promise.resolve();
  const again = () => void (running = rollUp());
  again();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
    await connection.close();
  };
}
