import { createRequire } from "node:module";
import type { Socket } from "node:net";
import pg from "pg";
import { Sequelize, type Transaction } from "sequelize";
import type { Client } from "./sql";

/**
 * Everything that depends on the inside of the driver, `pg`, and of the ORM that opens most of its connections: private
 * fields that a new version may rename.
 */

/** The versions that this file was written for. Read it beside the changes of a new one before you add that here. */
export const KNOWN_VERSIONS: Readonly<Record<string, readonly string[]>> = { pg: ["8.23.1"], sequelize: ["6.37.8"] };

export class UnknownDriver extends Error {}

const installed = (): Record<string, string> => ({
  pg: (createRequire(import.meta.url)("pg/package.json") as { version: string }).version,
  sequelize: (Sequelize as unknown as { version: string }).version,
});

/** Throws UnknownDriver for a package of a version whose inside this file does not know. */
export function requireKnownDriver(versions: Readonly<Record<string, string>> = installed()): void {
  for (const [name, known] of Object.entries(KNOWN_VERSIONS)) {
    const version = versions[name];
    if (version !== undefined && known.includes(version)) continue;
    throw new UnknownDriver(
      `The package ${name} has version ${version}, but this program needs ${known.join(" or ")}. Run npm ci.`,
    );
  }
}

type Texts = Record<string, string>;
type Inside = {
  pipeline: boolean;
  connection: {
    stream: Socket;
    /** The texts of the statements that a connection has parsed, by name, in order of use; and of those being sent. */
    parsedStatements: Texts;
    submittedNamedStatements: Texts;
  };
};

const inside = (client: unknown) => client as Inside;

/**
 * The driver for the ORM, which listens for the loss of a connection only a moment after it has opened it. One that is lost
 * meanwhile fails its first statement anyway. Without a listener, the event would end the process.
 */
export const driverOfOrm = {
  ...pg,
  Client: class extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super(settings);
      this.on("error", () => undefined);
    }
  },
};

/** Closes the socket without waiting for the server. */
export const destroyConnection = (client: unknown): void => void inside(client).connection.stream.destroy();

/**
 * Sends the statements of a connection behind one another without waiting for answers, and those of one turn of the event
 * loop in one write: a write costs more than the statement in it.
 */
export function pipelineByTurn(client: Client): void {
  // The ORM does not pass this setting on.
  inside(client).pipeline = true;
  const { stream } = inside(client).connection;
  let corked = false;
  const flush = () => {
    corked = false;
    stream.uncork();
  };
  client.query = function query(this: pg.Client, ...args: unknown[]) {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(flush);
    }
    return (pg.Client.prototype.query as (...args: unknown[]) => unknown).apply(this, args);
  } as Client["query"];
}

/**
 * Marks a named statement as used last, or makes room for one that this connection has not parsed, so that it keeps
 * `limit` at most. Statements are dropped without waiting, in the order in which they are sent: one that is needed again
 * meanwhile is parsed after that.
 */
export function makeRoomFor(name: string, client: Client, limit: number): void {
  const { parsedStatements, submittedNamedStatements } = inside(client).connection;
  if (name in submittedNamedStatements || moveToEnd(parsedStatements, name)) return;
  for (const oldest of Object.keys(parsedStatements).slice(0, 1 - limit)) {
    const text = parsedStatements[oldest] ?? "";
    Reflect.deleteProperty(parsedStatements, oldest);
    // Fails in a transaction that has failed already, as the statement behind it does.
    client.query(`DEALLOCATE "${oldest}"`).catch(() => (parsedStatements[oldest] = text));
  }
}

function moveToEnd(statements: Texts, name: string): boolean {
  const text = statements[name];
  if (text === undefined) return false;
  Reflect.deleteProperty(statements, name);
  statements[name] = text;
  return true;
}

/** The connection of a transaction of the ORM. */
export const connectionOf = (transaction: Transaction): Client =>
  (transaction as unknown as { connection: Client }).connection;

/** The mark that the ORM sets on a connection when it adds it to a pool. */
type Pooled = { queryType?: "read" | "write" };
type Pool = { using: number; waiting: number };
/** With replication, the ORM has a pool for reads and one for writes. */
type Pools = { read: Pool; write: Pool; destroy(connection: Pooled): void };

const poolsOf = ({ connectionManager }: Sequelize) => (connectionManager as unknown as { pool: Pools }).pool;

/**
 * Losing a connection before it is in a pool already fails the code that opens it. The ORM would then search for its pool
 * and throw in an event handler, which would end the process.
 */
export function ignoreUnpooled(sequelize: Sequelize): void {
  const pools = poolsOf(sequelize);
  const destroy = pools.destroy.bind(pools);
  pools.destroy = (connection) => (connection.queryType === undefined ? undefined : destroy(connection));
}

export type PoolUsage = { pool: string; used: number; waiting: number };

/** Connections in use and waiting requests of the pools for screens and calls in this process. */
export const poolUsage = (sequelize: Sequelize): PoolUsage[] =>
  (["read", "write"] as const).map((pool) => {
    const { using, waiting } = poolsOf(sequelize)[pool];
    return { pool, used: using, waiting };
  });
