import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { config } from "../../process/config";
import { connectionConfig } from "../../process/database-address";
import { destroyConnection, requireKnownDriver } from "../driver";
import { log } from "../../process/log";
import { EVERY_SESSION, type Purpose, purposes, settingsOf } from "./purposes";

/** An unresponsive server does not confirm the end of a connection, so the wait for it is limited. */
const CLOSE_TIMEOUT_MS = 1_000;

export type Target = {
  /** Address of a database other than `DATABASE_URL`. */
  url?: string | undefined;
  /** Suffix of `application_name`, to distinguish several connections of one purpose. */
  number?: number;
  readOnly?: boolean;
};

/** Opens a connection for one task. The caller must end it. */
export async function openConnection(purpose: Purpose, target?: Target): Promise<pg.Client> {
  const client = newClient(purpose, target);
  try {
    await connect(client, purpose);
    return client;
  } catch (error) {
    destroyConnection(client);
    throw error;
  }
}

/** Runs `body` on a dedicated connection and then ends it. */
export async function withOwnConnection<T>(
  purpose: Purpose,
  body: (client: pg.Client) => Promise<T>,
  target?: Target,
): Promise<T> {
  const client = await openConnection(purpose, target);
  try {
    return await body(client);
  } finally {
    await closeClient(client);
  }
}

/** A pool of the driver, not of the ORM, for a purpose that prepares its own statements. */
export function openPool(purpose: "postbacks", target?: Target): pg.Pool {
  const { perWorker: max, idleTimeoutMs: idleTimeoutMillis } = purposes[purpose];
  const pool = new pg.Pool({ ...clientConfig(purpose, target), max, idleTimeoutMillis });
  // The pool replaces a lost connection when it is needed.
  pool.on("error", (error) => log().warn({ event: "connection lost", pool: purpose, err: error }));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    trackConnection(purpose, client);
    // Sent before the first statement of its user, who notices if the connection is lost meanwhile.
    if (settingsOf(purpose).genericPlans) client.query(FORCE_GENERIC_PLANS).catch(() => undefined);
  });
  return pool;
}

export function newClient(purpose: Purpose, target?: Target): pg.Client {
  const client = new pg.Client(clientConfig(purpose, target));
  // The next statement on a lost connection fails anyway. Without a listener, the event would end the process.
  client.on("error", () => undefined);
  return client;
}

export async function connect(client: pg.Client, purpose: Purpose): Promise<void> {
  await client.connect();
  trackConnection(purpose, client);
  const { genericPlans, connectTimeoutMs } = settingsOf(purpose);
  if (genericPlans)
    await client.query({ text: FORCE_GENERIC_PLANS, query_timeout: connectTimeoutMs } as pg.QueryConfig);
}

const FORCE_GENERIC_PLANS = `
  SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
  WHERE NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`;

/** The driver's settings for a purpose, including TLS and all other options of the address. Throws UnknownDriver. */
export function clientConfig(purpose: Purpose, { url, number, readOnly = false }: Target = {}): pg.ClientConfig {
  requireKnownDriver();
  const { connectTimeoutMs, queryTimeoutMs, keepAlive, pipeline, session = {} } = settingsOf(purpose);
  const all = { ...EVERY_SESSION, ...session, ...(readOnly ? { default_transaction_read_only: "on" } : {}) };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`);
  return connectionConfig(url ?? config().DATABASE_URL, {
    application_name: number === undefined ? purpose : `${purpose}-${number}`,
    ...(connectTimeoutMs === undefined ? {} : { connectionTimeoutMillis: connectTimeoutMs }),
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    ...(keepAlive === undefined ? {} : { keepAlive }),
    ...(pipeline === undefined ? {} : { pipeline }),
    options: options.join(" "),
  });
}

/** Ends a connection. Closes the socket if the server does not confirm within a second. */
export async function closeClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  destroyConnection(client);
}

type Ending = { once(event: "end", listener: () => void): unknown };

// One map per process, which survives reloads of the development server.
const globals = globalThis as { __connections?: Map<Purpose, Set<unknown>> };
const openClients = (globals.__connections ??= new Map<Purpose, Set<unknown>>());

/** Counts a connection as open until it ends. */
export function trackConnection(purpose: Purpose, client: Ending): void {
  const clients = openClients.get(purpose) ?? new Set();
  openClients.set(purpose, clients.add(client));
  client.once("end", () => clients.delete(client));
}

/** The open connections of the given purposes, including pooled ones. */
export const trackedConnections = (...names: Purpose[]): unknown[] =>
  names.flatMap((purpose) => [...(openClients.get(purpose) ?? [])]);

/** The number of open connections of this process by purpose. */
export const countConnections = (): { pool: Purpose; open: number }[] =>
  [...openClients].map(([pool, clients]) => ({ pool, open: clients.size }));
