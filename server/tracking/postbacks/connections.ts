import type pg from "pg";
import { config } from "../../kernel/process/config";
import { openPool, purposes } from "../../kernel/database/connections";
import { destroyConnection } from "../../kernel/database/driver";
import { isUnreachable } from "../../kernel/database/transactions";
import { Refusal, unavailable } from "../../kernel/operation/refusal";
import type { Client } from "../../kernel/database/sql";

/**
 * The pool that postbacks are booked on. When no connection is free, a postback queues. It fails with Away if one of
 * its statements is unanswered for SPOOL_AFTER_MS. If the database has answered no request for that long, the queue fails
 * too, so no postback waits longer than the first. Slow answers to many postbacks do not count as silence.
 */
const SIZE = purposes.postbacks.perWorker;
const MOST_WAITING = 5_000;
/**
 * A connection is closed after this long without an answer. Until then its work continues after its caller has given
 * up: with a new connection for each try, the database would fill up with waiting ones.
 */
const STUCK_MS = 5_000;
const CHECK_INTERVAL_MS = 50;

/** 503: the database does not answer. */
export class DatabaseUnavailable extends Refusal {
  constructor() {
    const { code, message, data, retryAfter } = unavailable();
    super(code, message, data, retryAfter);
  }
}

/** The connection broke while it was in use. A retry on another one may work. */
export class ConnectionLost extends DatabaseUnavailable {}

type Waiting = { go: () => void; fail: (error: unknown) => void };
type ActiveTask = {
  /** Statements that were sent and are unanswered, and when the last of them was sent or answered. */
  unanswered: number;
  activeAt: number;
  client: pg.PoolClient | undefined;
  giveUp: (error: unknown) => void;
};

let openedPool: { url: string | undefined; pool: pg.Pool } | undefined;
let slotsInUse = 0;
const queue: Waiting[] = [];
const activeTasks = new Set<ActiveTask>();
let lastResponseAt = 0;
let checkTimer: NodeJS.Timeout | undefined;

function pool(): pg.Pool {
  const { DATABASE_URL: url } = config();
  if (openedPool && openedPool.url === url) return openedPool.pool;
  void openedPool?.pool.end();
  const newPool = openPool("postbacks");
  openedPool = { url, pool: newPool };
  return newPool;
}

async function acquireSlot(): Promise<void> {
  if (slotsInUse < SIZE) {
    slotsInUse += 1;
    return;
  }
  if (queue.length >= MOST_WAITING) throw unavailable();
  await new Promise<void>((go, fail) => queue.push({ go, fail }));
}

function releaseSlot(): void {
  const next = queue.shift();
  if (next) next.go();
  else slotsInUse -= 1;
}

function failQueue(): void {
  for (const { fail } of queue.splice(0)) fail(new DatabaseUnavailable());
}

function checkTimeouts(): void {
  if (activeTasks.size === 0) {
    clearInterval(checkTimer);
    checkTimer = undefined;
    return;
  }
  const { SPOOL_AFTER_MS } = config();
  const now = performance.now();
  for (const task of activeTasks) {
    const waited = task.unanswered > 0 ? now - task.activeAt : 0;
    if (waited > SPOOL_AFTER_MS) task.giveUp(new DatabaseUnavailable());
    if (waited > STUCK_MS && task.client) destroyConnection(task.client);
  }
  if (now - lastResponseAt > SPOOL_AFTER_MS) failQueue();
}

function startTask(giveUp: ActiveTask["giveUp"]): ActiveTask {
  const now = performance.now();
  if (activeTasks.size === 0) lastResponseAt = now;
  // The connection is the first thing that it waits for.
  const task: ActiveTask = { unanswered: 1, activeAt: now, client: undefined, giveUp };
  activeTasks.add(task);
  // Runs after this turn's I/O, so that answers which arrived while the process was busy do not count as silence.
  checkTimer ??= setInterval(() => setImmediate(checkTimeouts), CHECK_INTERVAL_MS);
  return task;
}

function markResponse(task: ActiveTask): void {
  task.unanswered -= 1;
  task.activeAt = lastResponseAt = performance.now();
}

type Done = (error: unknown, result?: pg.QueryResult) => void;

function trackedClient(client: pg.PoolClient, task: ActiveTask): Client {
  const trackedQuery = async (statement: pg.QueryConfig, values?: unknown[]) => {
    if (task.unanswered++ === 0) task.activeAt = performance.now();
    try {
      return await client.query(statement, values);
    } finally {
      markResponse(task);
    }
  };
  // Sequelize models pass a callback as the last argument.
  const query = (statement: pg.QueryConfig, values?: unknown[] | Done, done?: Done) => {
    if (typeof values === "function") return query(statement, undefined, values);
    const answer = trackedQuery(statement, values);
    return done ? void answer.then((result) => done(null, result), done) : answer;
  };
  return { query } as unknown as Client;
}

/**
 * Runs `body` on a connection of its own. Throws DatabaseUnavailable if the database does not answer in time; `body`
 * may then still be running. Throws the plain 503 refusal if too many postbacks are queued.
 */
export async function onConnection<T>(body: (client: Client) => Promise<T>): Promise<T> {
  await acquireSlot();
  return new Promise<T>((done, failed) => {
    const task = startTask(failed);
    run(task, body)
      .then(done, failed)
      .finally(() => {
        activeTasks.delete(task);
        releaseSlot();
      });
  });
}

async function run<T>(task: ActiveTask, body: (client: Client) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | undefined;
  let broken = false;
  try {
    client = task.client = await pool().connect();
    markResponse(task);
    return await body(trackedClient(client, task));
  } catch (error) {
    broken = isUnreachable(error);
    if (!broken) throw error;
    if (client) throw new ConnectionLost();
    failQueue();
    throw new DatabaseUnavailable();
  } finally {
    client?.release(broken);
  }
}

/** Closes the connections after the work in progress has finished. */
export async function closePostbacks(): Promise<void> {
  const last = openedPool;
  openedPool = undefined;
  await last?.pool.end();
}
