import type pg from "pg";
import { log } from "../../process/log";
import { counter } from "../../process/metrics";
import { destroyConnection } from "../driver";
import { connect, closeClient, newClient, type Target } from "./open";
import type { Purpose } from "./purposes";

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

export type PersistentConnection = {
  /** The open connection, or undefined while there is none. */
  readonly client: pg.Client | undefined;
  /** The open connection; opens one if there is none. Rejects with the reason if that fails. */
  getClient(): Promise<pg.Client>;
  /** Closes an unresponsive connection, so that a new one replaces it. */
  drop(): void;
  close(): Promise<void>;
};

type Options = Target & {
  /** Prepares each new connection before use. If it fails, the connection is dropped. */
  onOpen?: (client: pg.Client) => Promise<void>;
  /** Opens at once and again after each loss, with pauses of 0.1 to 1 second. Otherwise it opens on demand. */
  keepOpen?: boolean;
};

const reconnects = counter("database_reconnects_total", "Connections opened again after a loss, by pool.", "pool");

/** A single connection that is replaced after a loss. Apart from the pools, nothing else reconnects. */
export function persistentConnection(
  purpose: Purpose,
  { onOpen, keepOpen = false, ...target }: Options = {},
): PersistentConnection {
  let client: pg.Client | undefined;
  let pending: { client: pg.Client; done: Promise<pg.Client> } | undefined;
  let pause = MIN_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let hasConnected = false;
  let closed = false;

  function discard(lost: pg.Client): void {
    if (lost !== client && lost !== pending?.client) return;
    client = pending = undefined;
    destroyConnection(lost);
    if (!keepOpen || closed) return;
    timer = setTimeout(open, pause);
    pause = Math.min(pause * 2, MAX_RETRY_MS);
  }

  async function openOnce(attempt: pg.Client): Promise<pg.Client> {
    try {
      await connect(attempt, purpose);
      await onOpen?.(attempt);
      if (pending?.client !== attempt) throw new Error("Connection terminated while it was opened");
    } catch (error) {
      if (keepOpen && !closed) log().warn({ event: "connection failed", pool: purpose, retryInMs: pause, err: error });
      discard(attempt);
      throw error;
    }
    [client, pending] = [attempt, undefined];
    pause = MIN_RETRY_MS;
    if (hasConnected) reconnects.add({ pool: purpose });
    hasConnected = true;
    return attempt;
  }

  function getClient(): Promise<pg.Client> {
    if (client) return Promise.resolve(client);
    if (closed) return Promise.reject(new Error("The connection is closed."));
    if (pending) return pending.done;
    const attempt = newClient(purpose, target);
    attempt.on("error", () => discard(attempt));
    attempt.on("end", () => discard(attempt));
    const done = openOnce(attempt);
    pending = { client: attempt, done };
    return done;
  }

  // `openOnce` has already logged the failure and set the timer for the next attempt.
  const open = () => void getClient().catch(() => undefined);
  if (keepOpen) open();

  return {
    get client() {
      return client;
    },
    getClient,
    drop() {
      const lost = client ?? pending?.client;
      if (lost) discard(lost);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client ?? pending?.client;
      client = pending = undefined;
      if (last) await closeClient(last);
    },
  };
}
