import type { Sequelize } from "sequelize";
import { connectionsOf, persistentConnection, tear } from "./connections";
import { log } from "./log";
import { counter, gauge } from "./metrics";

/**
 * Whether the database answers at all. One that is frozen keeps its connections open and says nothing, so that requests
 * would wait for as long as it is frozen. A connection of its own asks it a few times a second; after a second without an
 * answer every request that waits for a connection or for an answer is refused, and new ones are refused at once, until
 * it answers again. A slow statement is no silence: it goes on as long as its own limit allows.
 */
const ASK_EVERY_MS = 200;
/** After a refusal, which may be one of the password: the server's log must not fill with them. */
const REFUSED_EVERY_MS = 1_000;
const TICK_MS = 100;
const SILENT_MS = 1_000;
/** A new connection takes longer than an answer: the server starts a process for it. */
const CONNECTING_MS = 1_500;
/** The connection may be dead although the database lives: another one is tried. */
const GIVE_UP_MS = 2_500;

/** The fault of a request that waits for a database that does not answer. */
class NoAnswer extends Error {
  /** Of the class that says the database is away. */
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer.");
  }
}

type Waiting = (fault: NoAnswer) => void;
type State = { silent: boolean; waiting: Set<Waiting> };

// One for the process, also across reloads of the development server, like the pools themselves.
const keep = globalThis as { __answering?: State };
const state = (keep.__answering ??= { silent: false, waiting: new Set() });

export const isSilent = (): boolean => state.silent;

/** Refuses connections of the pools while the database is silent, also to those who wait for one already. */
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

const silences = counter("database_silences_total", "How often the database stopped answering.");

function fallSilent(): void {
  if (state.silent) return;
  state.silent = true;
  silences.add();
  log().warn({ event: "database silent" }, "The database does not answer: requests are refused until it does.");
  for (const giveUp of state.waiting) giveUp(new NoAnswer());
  // Their statements may still take effect, but the outcome is unknown, as after a lost connection.
  for (const client of connectionsOf("write", "read")) tear(client);
}

function answerAgain(): void {
  if (!state.silent) return;
  state.silent = false;
  log().info({ event: "database answers" }, "The database answers again.");
}

/** Asks the database from now on, in this process. Answers the way to stop it. */
export function watchAnswering(): () => Promise<void> {
  const connection = persistentConnection("answering");
  let asking = false;
  let gaveUp = false;
  let askedAt = -Infinity;
  let every = ASK_EVERY_MS;
  /** Since the last answer, and since this try began: of the time in which this process was not busy itself. */
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
      // A refused connection is an answer too. Only a try that was given up got none.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the timer sets it while this try waits
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
    // A tick that comes late says that this process was busy, which says nothing of the database.
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

  // After the turn's reading: what has come in while this process was busy is no silence.
  const timer = setInterval(() => setImmediate(tick), TICK_MS);
  timer.unref();
  gauge("database_silent", "Processes that get no answer from the database.", () => Number(state.silent));
  return async () => {
    clearInterval(timer);
    gaveUp = true;
    answerAgain();
    if (asking) connection.drop();
    await connection.close();
  };
}
