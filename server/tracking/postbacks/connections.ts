import type pg from "pg";
import { config } from "../../kernel/process/config";
import { openPool, purposes } from "../../kernel/database/connections";
import { isAway } from "../../kernel/database/transactions";
import { gauge } from "../../kernel/process/metrics";
import { Refusal, unavailable } from "../../kernel/operation/refusal";
import type { Client } from "../../kernel/database/sql";

/**
 * The pool that postbacks are booked on. When no connection is free, a postback queues. It fails with Away if one of
 * its statements is unanswered for SPOOL_AFTER_MS. If the database has answered nobody for that long, the queue fails
 * too, so no postback waits longer than the first. Slow answers to many postbacks do not count as silence.
 */
const SIZE = purposes.postbacks.perProcess;
const MOST_WAITING = 5_000;
/**
 * A connection is closed after this long without an answer. Until then its work continues after its caller has given
 * up: with a new connection for each try, the database would fill up with waiting ones.
 */
const STUCK_MS = 5_000;
const LISTENED_EVERY_MS = 50;

/** 503: the database does not answer. */
export class Away extends Refusal {
  constructor() {
    const { code, message, data, retryAfter } = unavailable();
    super(code, message, data, retryAfter);
  }
}

/** The connection broke while it was in use. A retry on another one may work. */
export class ConnectionLost extends Away {}

type Waiting = { go: () => void; fail: (fault: unknown) => void };
type Asking = { askedAt: number | undefined; client: pg.PoolClient | undefined; giveUp: (fault: unknown) => void };

let open: { url: string | undefined; pool: pg.Pool } | undefined;
let busy = 0;
const line: Waiting[] = [];
const asking = new Set<Asking>();
let heardAt = 0;
let listening: NodeJS.Timeout | undefined;

function pool(): pg.Pool {
  const { DATABASE_URL: url } = config();
  if (open && open.url === url) return open.pool;
  void open?.pool.end();
  const made = openPool("postbacks");
  gauge("postbacks_waiting", "Postbacks waiting for a connection.", () => line.length);
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
  for (const { fail } of line.splice(0)) fail(new Away());
}

function listen(): void {
  if (asking.size === 0) {
    clearInterval(listening);
    listening = undefined;
    return;
  }
  const { SPOOL_AFTER_MS } = config();
  const now = performance.now();
  for (const one of asking) {
    const waited = now - (one.askedAt ?? now);
    if (waited > SPOOL_AFTER_MS) one.giveUp(new Away());
    if (waited > STUCK_MS) void one.client?.end();
  }
  if (now - heardAt > SPOOL_AFTER_MS) tellTheLine();
}

function ask(giveUp: Asking["giveUp"]): Asking {
  const now = performance.now();
  if (asking.size === 0) heardAt = now;
  const one: Asking = { askedAt: now, client: undefined, giveUp };
  asking.add(one);
  // Runs after this turn's I/O, so that answers which arrived while the process was busy do not count as silence.
  listening ??= setInterval(() => setImmediate(listen), LISTENED_EVERY_MS);
  return one;
}

function heard(one: Asking): void {
  one.askedAt = undefined;
  heardAt = performance.now();
}

type Done = (fault: unknown, result?: pg.QueryResult) => void;

function listenedTo(client: pg.PoolClient, one: Asking): Client {
  const asked = async (statement: pg.QueryConfig, values?: unknown[]) => {
    one.askedAt = performance.now();
    try {
      return await client.query(statement, values);
    } finally {
      heard(one);
    }
  };
  // Sequelize models pass a callback as the last argument.
  const query = (statement: pg.QueryConfig, values?: unknown[] | Done, done?: Done) => {
    if (typeof values === "function") return query(statement, undefined, values);
    const answer = asked(statement, values);
    return done ? void answer.then((result) => done(null, result), done) : answer;
  };
  return { query } as unknown as Client;
}

/**
 * Runs `body` on a connection of its own. Throws Away if the database does not answer in time; `body` may then still be
 * running. Throws the plain 503 refusal if too many postbacks are queued.
 */
export async function onConnection<T>(body: (client: Client) => Promise<T>): Promise<T> {
  await turn();
  return new Promise<T>((done, failed) => {
    const one = ask(failed);
    run(one, body)
      .then(done, failed)
      .finally(() => {
        asking.delete(one);
        pass();
      });
  });
}

async function run<T>(one: Asking, body: (client: Client) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | undefined;
  let broken = false;
  try {
    client = one.client = await pool().connect();
    heard(one);
    return await body(listenedTo(client, one));
  } catch (fault) {
    broken = isAway(fault);
    if (!broken) throw fault;
    if (client) throw new ConnectionLost();
    tellTheLine();
    throw new Away();
  } finally {
    client?.release(broken);
  }
}

/** Closes the connections after the work in progress has finished. */
export async function closePostbacks(): Promise<void> {
  const last = open;
  open = undefined;
  await last?.pool.end();
}
