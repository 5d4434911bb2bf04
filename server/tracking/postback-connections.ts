import pg from "pg";
import { config } from "../kernel/config";
import { isAway } from "../kernel/database";
import { gauge } from "../kernel/metrics";
import { log } from "../kernel/log";
import { Refusal, unavailable } from "../kernel/refusal";
import type { Client } from "../kernel/sql";

/**
 * The few connections that postbacks are booked on. Who finds none free waits in line. The database is away when no
 * connection can be had, or when none of those in use has heard from it for a while: then everybody is told at once,
 * so that nobody waits longer than the first. Slow answers to many are no silence.
 */
const SIZE = 4;
const MOST_WAITING = 5_000;
const CONNECT_MS = 1_500;
const SILENCE_MS = 1_700;
const LISTENED_EVERY_MS = 100;
/** A connection kept warm has its statements prepared. */
const RESTING_MS = 600_000;

type Waiting = { go: () => void; fail: (fault: unknown) => void };

let open: { url: string; pool: pg.Pool } | undefined;
let busy = 0;
const line: Waiting[] = [];
const inUse = new Set<pg.PoolClient>();
const silent = new WeakSet<pg.PoolClient>();
let heardAt = 0;
let listening: NodeJS.Timeout | undefined;

function pool(): pg.Pool {
  const { DATABASE_URL: url } = config();
  if (!url) throw new Error("The database has no address yet.");
  if (open?.url === url) return open.pool;
  void open?.pool.end();
  const made = new pg.Pool({
    connectionString: url,
    application_name: "postbacks",
    max: SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: RESTING_MS,
    options: "-c idle_in_transaction_session_timeout=10s",
    keepAlive: true,
  });
  // A resting connection that is lost is replaced by the next that is needed.
  made.on("error", (fault) => log().warn({ err: fault }, "a connection of postbacks was lost"));
  // One that is lost while it is in use fails its statement; unheard, its own event would end the process.
  made.on("connect", (client) => void client.on("error", () => undefined));
  gauge("postbacks_waiting", "Postbacks that wait for a connection.", () => line.length);
  open = { url, pool: made };
  return made;
}

async function turn(): Promise<void> {
  if (busy < SIZE) {
    busy += 1;
    return;
  }
  if (line.length >= MOST_WAITING) throw unavailable();
  await new Promise<void>((go, fail) => line.push({ go, fail }));
}

function pass(): void {
  const next = line.shift();
  if (next) next.go();
  else busy -= 1;
}

function tellTheLine(): void {
  for (const { fail } of line.splice(0)) fail(unavailable());
}

/** Gives up the connections when none of them is answered. */
function listen(): void {
  if (inUse.size === 0) {
    clearInterval(listening);
    listening = undefined;
  } else if (performance.now() - heardAt > SILENCE_MS) {
    for (const client of inUse) {
      silent.add(client);
      void client.end();
    }
    tellTheLine();
  }
}

function take(client: pg.PoolClient): Client {
  if (inUse.size === 0) heardAt = performance.now();
  inUse.add(client);
  listening ??= setInterval(listen, LISTENED_EVERY_MS);
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    try {
      return await client.query(statement, values);
    } finally {
      heardAt = performance.now();
    }
  };
  return { query } as unknown as Client;
}

/** The refusal 503 after a connection broke while it was in use; the next one may work. */
export class ConnectionLost extends Refusal {
  constructor() {
    const { code, message, data, retryAfter } = unavailable();
    super(code, message, data, retryAfter);
  }
}

/** Runs `body` on a connection of its own. Throws the refusal 503 when the database does not answer. */
export async function onConnection<T>(body: (client: Client) => Promise<T>): Promise<T> {
  await turn();
  let client: pg.PoolClient | undefined;
  let broken = false;
  try {
    client = await pool().connect();
    return await body(take(client));
  } catch (fault) {
    broken = isAway(fault);
    if (!broken) throw fault;
    if (client && !silent.has(client)) throw new ConnectionLost();
    tellTheLine();
    throw unavailable();
  } finally {
    if (client) inUse.delete(client);
    client?.release(broken);
    pass();
  }
}

/** Closes the connections when what is under way is done. */
export async function closePostbacks(): Promise<void> {
  const last = open;
  open = undefined;
  await last?.pool.end();
}
