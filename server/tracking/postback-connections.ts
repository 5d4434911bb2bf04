import pg from "pg";
import { config } from "../kernel/config";
import { isAway } from "../kernel/database";
import { gauge } from "../kernel/metrics";
import { log } from "../kernel/log";
import { Refusal, unavailable } from "../kernel/refusal";

/**
 * The few connections that postbacks are booked on. Who finds none free waits in line; when the database does not
 * answer, the whole line is told at once, so that nobody waits longer than the first.
 */
const SIZE = 4;
const MOST_WAITING = 5_000;
const CONNECT_MS = 1_500;
const ANSWER_MS = 1_800;

type Waiting = { go: () => void; fail: (fault: unknown) => void };

let open: { url: string; pool: pg.Pool } | undefined;
let busy = 0;
const line: Waiting[] = [];

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
    query_timeout: ANSWER_MS,
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

/** True for a fault after which the connection is of no use. */
export const isBroken = (fault: unknown): boolean => isSilent(fault) || isAway(fault);
const isSilent = (fault: unknown) => (fault as Error)?.message === "Query read timeout";

/** The refusal 503 after a connection broke while it was in use; the next one may work. */
export class ConnectionLost extends Refusal {
  constructor() {
    const { code, message, data, retryAfter } = unavailable();
    super(code, message, data, retryAfter);
  }
}

/** Runs `body` on a connection of its own. Throws the refusal 503 when the database does not answer. */
export async function onConnection<T>(body: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  await turn();
  let client: pg.PoolClient | undefined;
  let broken = false;
  try {
    client = await pool().connect();
    return await body(client);
  } catch (fault) {
    broken = isBroken(fault);
    if (!broken) throw fault;
    if (client && !isSilent(fault)) throw new ConnectionLost();
    for (const { fail } of line.splice(0)) fail(unavailable());
    throw unavailable();
  } finally {
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
