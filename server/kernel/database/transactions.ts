import pg from "pg";
import type { Sequelize } from "sequelize";
import { initModels } from "~models";
import { refusingWhileSilent } from "./silence";
import { config } from "../process/config";
import { openPrimary } from "./connections";
import { counter } from "../process/metrics";
import { type Client, type Statement } from "./sql";
import { holding, lend, openTransaction, outermost, readerHere } from "./transaction-context";

/**
 * The database of this process and its transactions. A statement runs in the transaction that is open in the current
 * asynchronous context. Models join it automatically, and a statement outside of one throws.
 */

// Counts and ids stay far below 2^53. NUMERIC stays text: money must not become a binary float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function open(): Sequelize {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) throw new Error("The database has no address yet.");
  return refusingWhileSilent(openPrimary(DATABASE_URL));
}

// One instance per process. It survives reloads of the development server, but each reload defines new models.
const keep = globalThis as { __database?: Sequelize };
let modelled: Sequelize | undefined;

/** The database of this process, with its models defined. */
export function database(): Sequelize {
  const opened = (keep.__database ??= open());
  if (modelled !== opened) initModels((modelled = opened));
  return opened;
}

export async function closeDatabase(): Promise<void> {
  await keep.__database?.close();
  delete keep.__database;
}

/**
 * Runs `body` in a READ ONLY, REPEATABLE READ transaction, on a replica if the operation allows it. Joins an open
 * transaction.
 */
export async function readTransaction<T>(body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  const reader = readerHere();
  return reader ? reader(body, readPrimary) : readPrimary(body);
}

const readPrimary = <T>(body: () => Promise<T>): Promise<T> =>
  lend(database(), "read", async (connection) => {
    // The session settings of the reader pool make it READ ONLY and REPEATABLE READ.
    await connection.query("BEGIN");
    const answer = await holding(connection, body);
    await connection.query("COMMIT");
    return answer;
  });

/** Runs `body`, a single statement, in one round trip to the primary without BEGIN. Joins an open transaction. */
export async function autocommit<T>(pool: "read" | "write", body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  return lend(database(), pool, (connection) => holding(connection, body));
}

/** Attempts in all for a transaction that PostgreSQL aborts. */
const TRIES = 3;

const aborted = counter(
  "transactions_aborted_total",
  "Transactions aborted by a deadlock. Each is retried up to two times.",
);

/**
 * Runs `body` in a transaction of the writer pool. Inside of an open transaction it runs in a savepoint, and only that
 * is rolled back when `body` throws. When PostgreSQL aborts the transaction because of a deadlock, `body` runs again
 * from its beginning, so its effects outside of the database must be repeatable.
 */
export async function writeTransaction<T>(body: () => Promise<T>): Promise<T> {
  const outer = openTransaction();
  if (outer) return database().transaction({ transaction: outer }, body);
  for (let tries = 1; ; tries++) {
    try {
      return await runToCommit(body);
    } catch (fault) {
      if (!isAborted(fault)) throw fault;
      aborted.add();
      if (tries === TRIES) throw fault;
    }
  }
}

async function runToCommit<T>(body: () => Promise<T>): Promise<T> {
  let connection: Client | undefined;
  const answer = await database().transaction(() => {
    connection = client();
    return body();
  });
  if (connection) await committed(connection);
  return answer;
}

/** Deadlock and serialization failure: the whole transaction was rolled back, and a retry can succeed. */
const ABORTED = new Set(["40P01", "40001"]);

export const isAborted = (fault: unknown): boolean => ABORTED.has(codeOf(fault));

const afterCommits = new WeakMap<Client, Set<() => Promise<void>>>();

/**
 * Runs `act` after the COMMIT of the open transaction and before `writeTransaction` returns, once even if registered
 * several times. It must not throw. If this transaction is rolled back, it may run after a later COMMIT of the same
 * connection.
 */
export function afterCommit(act: () => Promise<void>): void {
  const connection = client();
  afterCommits.set(connection, (afterCommits.get(connection) ?? new Set()).add(act));
}

/** Runs the callbacks registered by `afterCommit`. Code that sends COMMIT itself must call this afterwards. */
export async function committed(connection: Client): Promise<void> {
  const acts = afterCommits.get(connection);
  afterCommits.delete(connection);
  for (const act of acts ?? []) await act();
}

/** Runs `body` on an unpooled connection with a transaction open. Models, `rows`, `one` and `run` use it. */
export function withConnection<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  // Defines the models, which a process that has not opened a pool lacks.
  database();
  return holding(connection, body);
}

/** Runs `body` in a transaction separate from the open one, for writes that must survive its rollback. */
export const inNewTransaction = <T>(body: () => Promise<T>): Promise<T> => outermost(() => writeTransaction(body));

/** The connection of the open transaction, for named prepared statements. Throws if no transaction is open. */
export function client(): Client {
  const transaction = openTransaction();
  if (!transaction) throw new Error("A statement ran outside of a transaction.");
  return (transaction as unknown as { connection: Client }).connection;
}

/** The rows of a statement in the open transaction. NUMERIC columns are strings, BIGINT numbers, timestamps Dates. */
export async function rows<T>(statement: Statement): Promise<T[]> {
  return (await client().query(statement.bind())).rows as T[];
}

/** The first row, or undefined. */
export async function one<T>(statement: Statement): Promise<T | undefined> {
  return (await rows<T>(statement))[0];
}

/**
 * The first row of a frequent statement, which each connection parses only once. Every distinct text stays prepared, so
 * use it only for statements with few variants.
 */
export async function prepared<T>(statement: Statement): Promise<T | undefined> {
  const bound = statement.bind();
  const name = names.get(bound.text) ?? `prepared-${names.size}`;
  names.set(bound.text, name);
  return (await client().query({ name, ...bound })).rows[0] as T | undefined;
}

const names = new Map<string, string>();

/** Runs a statement and returns the number of affected rows. */
export async function run(statement: Statement): Promise<number> {
  return (await client().query(statement.bind())).rowCount ?? 0;
}

type Coded = { code?: string };
type DatabaseError = Partial<Error & Coded & { original: Coded; parent: Coded }> | null | undefined;

/** The SQLSTATE or socket error code of an error of `pg`, also if wrapped by the ORM; "" if it has none. */
function codeOf(fault: unknown): string {
  const seen = fault as DatabaseError;
  return seen?.code ?? seen?.original?.code ?? seen?.parent?.code ?? "";
}

/** True for faults that mean the database is unreachable (connection errors, refused sockets, pool timeouts). */
export function isAway(fault: unknown): boolean {
  const seen = fault as DatabaseError;
  const code = codeOf(fault);
  return (
    /^Sequelize(Connection|ConnectionAcquireTimeout|ConnectionRefused|HostNotFound|HostNotReachable)/.test(
      seen?.name ?? "",
    ) ||
    /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable/.test(
      seen?.message ?? "",
    )
  );
}
