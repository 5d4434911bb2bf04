import type { Sequelize } from "sequelize";
import { trackedConnections, persistentConnection } from "./connections";
import { destroyConnection } from "./driver";
import { log } from "../process/log";
import { counter, gauge } from "../process/metrics";

/**
 * Detects a database that does not respond. A frozen server keeps its connections open, so requests would wait until it
 * recovers. A dedicated connection sends a query a few times a second. After a second without a response, all waiting
 * requests fail and new ones fail at once, until the database responds again. Slow statements alone do not count as
 * silence: they run up to their own time limit.
 */
const PROBE_INTERVAL_MS = 200;
/** Interval after a refused connection. A wrong password must not fill the server's log. */
const PROBE_INTERVAL_AFTER_ERROR_MS = 1_000;
const TICK_MS = 100;
const UNRESPONSIVE_AFTER_MS = 1_000;
/** Connecting takes longer than a query, because the server starts a process for it. */
const CONNECT_TIMEOUT_MS = 1_500;
/** The connection may be dead although the database responds, so after this time a new one is opened. */
const PROBE_TIMEOUT_MS = 2_500;

/** The fault of requests while the database does not respond. */
class DatabaseUnresponsiveError extends Error {
  /** A code for which `isUnreachable` is true. */
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer.");
  }
}

type RejectWaiting = (error: DatabaseUnresponsiveError) => void;
type State = { isUnresponsive: boolean; waiting: Set<RejectWaiting> };

// One per process, which survives reloads of the development server like the pools themselves.
const globals = globalThis as { __answering?: State };
const state = (globals.__answering ??= { isUnresponsive: false, waiting: new Set() });

export const isDatabaseUnresponsive = (): boolean => state.isUnresponsive;

/** Makes the pools refuse connections while the database is silent, including requests that already wait for one. */
export function failFastWhileUnresponsive(sequelize: Sequelize): Sequelize {
  const { connectionManager } = sequelize;
  const getConnection = connectionManager.getConnection.bind(connectionManager);
  connectionManager.getConnection = async (options) => {
    if (state.isUnresponsive) throw new DatabaseUnresponsiveError();
    const acquired = getConnection(options);
    return new Promise((done, failed) => {
      const giveUp: RejectWaiting = (error) => {
        failed(error);
        acquired.then((connection) => connectionManager.releaseConnection(connection)).catch(() => undefined);
      };
      state.waiting.add(giveUp);
      const settled = () => void state.waiting.delete(giveUp);
      acquired.then(done, failed).finally(settled);
    });
  };
  return sequelize;
}

const outages = counter("database_silences_total", "Times that the database stopped responding.");

function markUnresponsive(): void {
  if (state.isUnresponsive) return;
  state.isUnresponsive = true;
  outages.add();
  log().warn({ event: "database not responding", effect: "requests are refused" });
  for (const giveUp of state.waiting) giveUp(new DatabaseUnresponsiveError());
  // The outcome of running statements is unknown, as after a lost connection: they may still take effect.
  for (const client of trackedConnections("write", "read")) destroyConnection(client);
}

function markResponsive(): void {
  if (!state.isUnresponsive) return;
  state.isUnresponsive = false;
  log().info({ event: "database responding again" });
}

/** Starts checking the database in this process. Returns a function that stops it. */
export function watchResponsiveness(): () => Promise<void> {
  const connection = persistentConnection("answering");
  let isProbing = false;
  let hasGivenUp = false;
  let probedAt = -Infinity;
  let interval = PROBE_INTERVAL_MS;
  /** Milliseconds since the last response and since this attempt began, without the time that this process was busy. */
  let [unansweredMs, probeMs] = [0, 0];
  let tickedAt = performance.now();

  async function probe(): Promise<void> {
    [isProbing, hasGivenUp, probedAt, probeMs] = [true, false, performance.now(), 0];
    try {
      const client = await connection.getClient();
      await client.query("SELECT");
      interval = PROBE_INTERVAL_MS;
      noteResponse();
    } catch {
      // A refused connection is a response too. Only an attempt that was given up got none.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the timer sets it while this waits
      if (hasGivenUp) return;
      interval = PROBE_INTERVAL_AFTER_ERROR_MS;
      noteResponse();
      connection.drop();
    } finally {
      isProbing = false;
    }
  }

  function noteResponse(): void {
    unansweredMs = 0;
    markResponsive();
  }

  function tick(): void {
    const now = performance.now();
    // A late tick means that this process was busy, so the delay does not count against the database.
    const passed = Math.min(now - tickedAt, 2 * TICK_MS);
    tickedAt = now;
    if (!isProbing) {
      if (now - probedAt >= interval) void probe();
      return;
    }
    unansweredMs += passed;
    probeMs += passed;
    if (unansweredMs >= (connection.client ? UNRESPONSIVE_AFTER_MS : CONNECT_TIMEOUT_MS)) markUnresponsive();
    if (probeMs < PROBE_TIMEOUT_MS) return;
    hasGivenUp = true;
    connection.drop();
  }

  // Runs after the I/O phase, so that responses received while this process was busy are read first.
  const timer = setInterval(() => setImmediate(tick), TICK_MS);
  timer.unref();
  gauge("database_silent", "Processes to which the database does not respond.", () => Number(state.isUnresponsive));
  return async () => {
    clearInterval(timer);
    hasGivenUp = true;
    markResponsive();
    if (isProbing) connection.drop();
    await connection.close();
  };
}
