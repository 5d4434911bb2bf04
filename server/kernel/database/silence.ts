import type { Sequelize } from "sequelize";
import { connectionsOf, persistentConnection, tear } from "./connections";
import { log } from "../process/log";
import { counter, gauge } from "../process/metrics";

/**
 * Detects a database that does not respond. A frozen server keeps its connections open, so requests would wait until it
 * recovers. A dedicated connection sends a query a few times a second. After a second without a response, all waiting
 * requests fail and new ones fail at once, until the database responds again. Slow statements alone do not count as
 * silence: they run up to their own time limit.
 */
const ASK_EVERY_MS = 200;
/** Interval after a refused connection. A wrong password must not fill the server's log. */
const REFUSED_EVERY_MS = 1_000;
const TICK_MS = 100;
const SILENT_MS = 1_000;
/** Connecting takes longer than a query, because the server starts a process for it. */
const CONNECTING_MS = 1_500;
/** The connection may be dead although the database responds, so after this time a new one is opened. */
const GIVE_UP_MS = 2_500;

/** The fault of requests while the database does not respond. */
class NoAnswer extends Error {
  /** A code for which `isAway` is true. */
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer.");
  }
}

type Waiting = (fault: NoAnswer) => void;
type State = { silent: boolean; waiting: Set<Waiting> };

// One per process, which survives reloads of the development server like the pools themselves.
const keep = globalThis as { __answering?: State };
const state = (keep.__answering ??= { silent: false, waiting: new Set() });

export const isSilent = (): boolean => state.silent;

/** Makes the pools refuse connections while the database is silent, including requests that already wait for one. */
export function refusingWhileSilent(sequelize: Sequelize): Sequelize {
  const { connectionManager } = sequelize;
  const getConnection = connectionManager.getConnection.bind(connectionManager);
  connectionManager.getConnection = async (options) => {
    if (state.silent) throw new NoAnswer();
    const acquired = getConnection(options);
    return new Promise((done, failed) => {
      const giveUp: Waiting = (fault) => {
        failed(fault);
        acquired.then((connection) => connectionManager.releaseConnection(connection)).catch(() => undefined);
      };
      state.waiting.add(giveUp);
      const settled = () => void state.waiting.delete(giveUp);
      acquired.then(done, failed).finally(settled);
    });
  };
  return sequelize;
}

const silences = counter("database_silences_total", "Times that the database stopped responding.");

function fallSilent(): void {
  if (state.silent) return;
  state.silent = true;
  silences.add();
  log().warn({ event: "database not responding", effect: "requests are refused" });
  for (const giveUp of state.waiting) giveUp(new NoAnswer());
  // The outcome of running statements is unknown, as after a lost connection: they may still take effect.
  for (const client of connectionsOf("write", "read")) tear(client);
}

function answerAgain(): void {
  if (!state.silent) return;
  state.silent = false;
  log().info({ event: "database responding again" });
}

/** Starts checking the database in this process. Returns a function that stops it. */
export function watchAnswering(): () => Promise<void> {
  const connection = persistentConnection("answering");
  let asking = false;
  let gaveUp = false;
  let askedAt = -Infinity;
  let every = ASK_EVERY_MS;
  /** Milliseconds since the last response and since this attempt began, without the time that this process was busy. */
  let [waited, tried] = [0, 0];
  let tickedAt = performance.now();

  async function ask(): Promise<void> {
    [asking, gaveUp, askedAt, tried] = [true, false, performance.now(), 0];
    try {
      const client = await connection.connected();
      await client.query("SELECT");
      every = ASK_EVERY_MS;
      heard();
    } catch {
      // A refused connection is a response too. Only an attempt that was given up got none.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the timer sets it while this waits
      if (gaveUp) return;
      every = REFUSED_EVERY_MS;
      heard();
      connection.drop();
    } finally {
      asking = false;
    }
  }

  function heard(): void {
    waited = 0;
    answerAgain();
  }

  function tick(): void {
    const now = performance.now();
    // A late tick means that this process was busy, so the delay does not count against the database.
    const passed = Math.min(now - tickedAt, 2 * TICK_MS);
    tickedAt = now;
    if (!asking) {
      if (now - askedAt >= every) void ask();
      return;
    }
    waited += passed;
    tried += passed;
    if (waited >= (connection.client ? SILENT_MS : CONNECTING_MS)) fallSilent();
    if (tried < GIVE_UP_MS) return;
    gaveUp = true;
    connection.drop();
  }

  // Runs after the I/O phase, so that responses received while this process was busy are read first.
  const timer = setInterval(() => setImmediate(tick), TICK_MS);
  timer.unref();
  gauge("database_silent", "Processes to which the database does not respond.", () => Number(state.silent));
  return async () => {
    clearInterval(timer);
    gaveUp = true;
    answerAgain();
    if (asking) connection.drop();
    await connection.close();
  };
}
