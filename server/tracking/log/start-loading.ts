import { createHash } from "node:crypto";
import os from "node:os";
import type pg from "pg";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { persistentConnection } from "../../kernel/database/connections";
import { log } from "../../kernel/process/log";
import { gauge } from "../../kernel/process/metrics";
import { classifiedUserAgents } from "../clicks/user-agents";
import { refusedFiles } from "./folder";
import { loadedWriter } from "./loaded-file";
import { Loader } from "./loader";
import { PositionMoved } from "./positions";
import { backlogOf, waitingIn } from "./progress";

/** Time from the beginning of a load to the next one. Loads of more clicks are cheaper by the click. */
const INTERVAL_MS = 40;
const BACKOFF_MS = 500;
/** While another process loads, the lock is asked for this often. */
const TURN_MS = 1_000;
/** The session of a loader ends after eight idle seconds, in case its process hangs. */
const ALIVE_MS = 3_000;
/** Loading what is left at the end may take this long. */
const LAST_LOAD_MS = 2_000;

// Several servers may have the same path on disks of their own.
const LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer) AS mine";
const lockOf = (folder: string): number =>
  createHash("sha256").update(`${os.hostname()} ${folder}`).digest().readInt32BE();

/**
 * Loads the log in a folder until the process ends or stops it. Of several processes that do so, one has its turn, and the
 * next one when that ends. Returns a function that loads what is left and stops.
 */
export function startLoading(folder: string): () => Promise<void> {
  const agentOf = classifiedUserAgents();
  const stopping = new AbortController();
  const loadedFile = loadedWriter(folder);
  const connection = persistentConnection("clicks");
  let turn: { client: pg.Client; loader: Loader; askedAt: number } | undefined;
  let failures = 0;
  /** Clicks and postbacks of the last load. */
  let count = 0;
  measure(folder);

  const takeTurn = async () => {
    const client = await connection.getClient();
    const { rows } = await client.query<{ mine: boolean }>(LOCK, [LOCKS.loadLog, lockOf(folder)]);
    if (!rows[0]?.mine) return undefined;
    const options = { folder, agentOf, signal: stopping.signal, onLoaded: loadedFile.write };
    return { client, loader: new Loader(client, options), askedAt: performance.now() };
  };
  /** Loads once, if it is this process's turn. Returns the pause until the next time. */
  const loadOnce = async (): Promise<number> => {
    const began = performance.now();
    turn ??= await takeTurn();
    if (!turn) return TURN_MS;
    if (connection.client !== turn.client) throw new Error("Connection terminated between two loads");
    count = await turn.loader.load();
    if (count > 0) turn.askedAt = began;
    if (began - turn.askedAt > ALIVE_MS) {
      await turn.client.query("SELECT 1");
      turn.askedAt = began;
    }
    failures = 0;
    return Math.max(0, INTERVAL_MS - (performance.now() - began));
  };
  const attempt = async () => {
    let rest = BACKOFF_MS;
    try {
      rest = await loadOnce();
    } catch (error) {
      await turn?.loader.close();
      turn = undefined;
      connection.drop();
      // Logged only once per outage, because an outage has many attempts.
      if (failures++ === 0 && !isStopping && !(error instanceof PositionMoved))
        log().warn({ event: "click log loading failed", err: error });
    }
    if (!isStopping) timer = setTimeout(again, rest);
  };
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const again = () => void (running = attempt());
  again();

  return async () => {
    const limit = setTimeout(() => stopping.abort(), LAST_LOAD_MS);
    isStopping = true;
    clearTimeout(timer);
    await running;
    do await attempt();
    while (turn && count > 0 && !stopping.signal.aborted);
    clearTimeout(limit);
    stopping.abort();
    await turn?.loader.close();
    loadedFile.close();
    await connection.close();
  };
}

const CACHE_MS = 250;

function measure(folder: string): void {
  let cached: { at: number; late: ReturnType<typeof backlogOf>; lag: number; refused: number } | undefined;
  const read = () => {
    const at = performance.now();
    if (!cached || at - cached.at > CACHE_MS) {
      const lag = waitingIn(folder).seconds;
      cached = { at, late: backlogOf(folder), lag, refused: refusedFiles(folder).length };
    }
    return cached;
  };
  const shared = { shared: true };
  gauge("spool_files", "Segments of the click log that wait for the database.", () => read().late.files, shared);
  gauge("spool_bytes", "Bytes of the click log that wait for the database.", () => read().late.bytes, shared);
  gauge("spool_seconds", "Age of the oldest record that waits for the database.", () => read().late.seconds, shared);
  gauge("log_lag_seconds", "Age of the oldest record that is not in the database yet.", () => read().lag, shared);
  gauge("spool_refused_files", "Files with records that the database refused.", () => read().refused, shared);
}
