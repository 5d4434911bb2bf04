import pg from "pg";
import { config } from "../kernel/config";
import { connectionTo } from "../kernel/database-address";
import { log } from "../kernel/log";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
const CONNECT_MS = 2_000;

export type Steady = {
  /** The open connection, or undefined while there is none. */
  readonly client: pg.Client | undefined;
  /** Drops the connection, for one that does not answer; another is opened. */
  drop(): void;
  close(): Promise<void>;
};

/**
 * One connection to the database that is opened again whenever it is lost, after pauses of 0.1 to 1 second.
 * `opened` runs on each new one before it is used; while it fails, the connection counts as lost.
 */
export function steadyConnection(options: {
  name: string;
  /** Session settings, as `-c name=value`. */
  settings?: string;
  opened: (client: pg.Client) => Promise<void>;
}): Steady {
  let client: pg.Client | undefined;
  let trying: pg.Client | undefined;
  let pause = FIRST_PAUSE;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const lose = (of: pg.Client) => {
    if (of !== client && of !== trying) return;
    client = trying = undefined;
    of.removeAllListeners();
    // A socket that is torn down may still complain; nobody is left to hear it.
    of.on("error", () => undefined);
    (of as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    if (closed) return;
    timer = setTimeout(() => void open(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  };

  const open = async () => {
    const attempt = new pg.Client(
      connectionTo(config().DATABASE_URL, {
        application_name: options.name,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        ...(options.settings === undefined ? {} : { options: options.settings }),
      }),
    );
    trying = attempt;
    attempt.on("error", () => lose(attempt));
    attempt.on("end", () => lose(attempt));
    try {
      await attempt.connect();
      await options.opened(attempt);
      if (trying !== attempt) return;
      [client, trying] = [attempt, undefined];
      pause = FIRST_PAUSE;
    } catch (fault) {
      log().warn({ err: fault, connection: options.name }, "no connection to the database");
      lose(attempt);
    }
  };
  void open();

  return {
    get client() {
      return client;
    },
    drop() {
      const lost = client ?? trying;
      if (lost) lose(lost);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client ?? trying;
      client = trying = undefined;
      if (!last) return;
      last.removeAllListeners();
      last.on("error", () => undefined);
      await last.end().catch(() => undefined);
    },
  };
}
