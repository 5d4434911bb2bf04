import type pg from "pg";
import { log } from "../../process/log";
import { counter } from "../../process/metrics";
import { connect, end, newClient, type Target, tear } from "./open";
import type { Purpose } from "./purposes";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

export type PersistentConnection = {
  /** The open connection, or undefined while there is none. */
  readonly client: pg.Client | undefined;
  /** The open connection; opens one if there is none. Rejects with the reason if that fails. */
  connected(): Promise<pg.Client>;
  /** Closes an unresponsive connection, so that a new one replaces it. */
  drop(): void;
  close(): Promise<void>;
};

type Options = Target & {
  /** Prepares each new connection before use. If it fails, the connection is dropped. */
  opened?: (client: pg.Client) => Promise<void>;
  /** Opens at once and again after each loss, with pauses of 0.1 to 1 second. Otherwise it opens on demand. */
  keepOpen?: boolean;
};

const reconnects = counter("database_reconnects_total", "Connections opened again after a loss, by pool.", "pool");

/** A single connection that is replaced after a loss. Apart from the pools, nothing else reconnects. */
export function persistentConnection(
  purpose: Purpose,
  { opened, keepOpen = false, ...target }: Options = {},
): PersistentConnection {
  let client: pg.Client | undefined;
  let opening: { client: pg.Client; done: Promise<pg.Client> } | undefined;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let closed = false;

  function lose(lost: pg.Client): void {
    if (lost !== client && lost !== opening?.client) return;
    client = opening = undefined;
    tear(lost);
    if (!keepOpen || closed) return;
    timer = setTimeout(open, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  async function openOnce(attempt: pg.Client): Promise<pg.Client> {
    try {
      await connect(attempt, purpose);
      await opened?.(attempt);
      if (opening?.client !== attempt) throw new Error("Connection terminated while it was opened");
    } catch (fault) {
      if (keepOpen && !closed) log().warn({ event: "connection failed", pool: purpose, retryInMs: pause, err: fault });
      lose(attempt);
      throw fault;
    }
    [client, opening] = [attempt, undefined];
    pause = FIRST_PAUSE_MS;
    if (again) reconnects.add({ pool: purpose });
    again = true;
    return attempt;
  }

  function connected(): Promise<pg.Client> {
    if (client) return Promise.resolve(client);
    if (closed) return Promise.reject(new Error("The connection is closed."));
    if (opening) return opening.done;
    const attempt = newClient(purpose, target);
    attempt.on("error", () => lose(attempt));
    attempt.on("end", () => lose(attempt));
    const done = openOnce(attempt);
    opening = { client: attempt, done };
    return done;
  }

  // `openOnce` has already logged the failure and set the timer for the next attempt.
  const open = () => void connected().catch(() => undefined);
  if (keepOpen) open();

  return {
    get client() {
      return client;
    },
    connected,
    drop() {
      const lost = client ?? opening?.client;
      if (lost) lose(lost);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client ?? opening?.client;
      client = opening = undefined;
      if (last) await end(last);
    },
  };
}
