import pg from "pg";
import type { Sequelize } from "sequelize";
import { initModels } from "~models";
import { failFastWhileUnresponsive } from "./responsiveness";
import { config } from "../process/config";
import { openPrimary } from "./connections";
import { counter } from "../process/metrics";
import { connectionOf } from "./driver";
import type { Client, Statement } from "./sql";
import { type Plan, send } from "./statements";
import {
  runOnConnection,
  withPooledConnection,
  currentTransaction,
  outsideTransaction,
  currentReader,
} from "./transaction-context";

/**
 * The database of this process and its transactions. A statement runs in the transaction that is open in the current
 * asynchronous context. Models join it automatically, and a statement outside of one throws.
 */

// Counts and ids stay far below 2^53. NUMERIC stays text: money must not become a binary float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function openPrimaryPool(): Sequelize {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) throw new Error("The database has no address yet.");
  return failFastWhileUnresponsive(openPrimary(DATABASE_URL));
}

// One instance per process. It survives reloads of the development server, but each reload defines new models.
const globals = globalThis as { __database?: Sequelize };
let modelled: Sequelize | undefined;

/** The database of this process, with its models defined. */
export function database(): Sequelize {
  const opened = (globals.__database ??= openPrimaryPool());
  if (modelled !== opened) initModels((modelled = opened));
  return opened;
}

export async function closeDatabase(): Promise<void> {
  await globals.__database?.close();
  delete globals.__database;
}

/**
 * Runs `body` in a READ ONLY, REPEATABLE READ transaction, on a replica if the operation allows it. Joins an open
 * transaction.
 */
export async function readTransaction<T>(body: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return body();
  const reader = currentReader();
  return reader ? reader(body, readPrimary) : readPrimary(body);
}

const readPrimary = <T>(body: () => Promise<T>): Promise<T> =>
  withPooledConnection(database(), "read", async (connection) => {
    // The session settings of the reader pool make it READ ONLY and REPEATABLE READ. Nothing depends on the answers to
    // BEGIN and COMMIT, so no page waits for them. They fail only with the connection, which its next statement notices.
    connection.query("BEGIN").catch(ignore);
    const result = await runOnConnection(connection, body);
    connection.query("COMMIT").catch(ignore);
    return result;
  });

const ignore = () => undefined;

/** Runs `body`, a single statement, in one round trip to the primary without BEGIN. Joins an open transaction. */
export async function autocommit<T>(pool: "read" | "write", body: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return body();
  return withPooledConnection(database(), pool, (connection) => runOnConnection(connection, body));
}

/** Attempts in all for a transaction that PostgreSQL aborts. */
const TRIES = 3;

const abortedTransactions = counter(
  "transactions_aborted_total",
  "Transactions aborted by a deadlock. Each is retried up to two times.",
);

/**
 * Runs `body` in a transaction of the writer pool. Inside of an open transaction it runs in a savepoint, and only that
 * is rolled back when `body` throws. When PostgreSQL aborts the transaction because of a deadlock, `body` runs again
 * from its beginning, so its effects outside of the database must be repeatable.
 */
export async function writeTransaction<T>(body: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return inSavepoint(body);
  for (let tries = 1; ; tries++) {
    try {
      return await runAndCommit(body);
    } catch (error) {
      if (!isAborted(error)) throw error;
      abortedTransactions.add();
      if (tries === TRIES) throw error;
    }
  }
}

let savepoints = 0;

/**
 * Each savepoint has a name of its own: the ORM repeats names from the third level on, and so undoes too little. It is
 * not released, because another one of the same transaction may have been set beside it meanwhile.
 */
async function inSavepoint<T>(body: () => Promise<T>): Promise<T> {
  const connection = currentClient();
  const name = `nested_${++savepoints}`;
  await connection.query(`SAVEPOINT ${name}`);
  try {
    return await body();
  } catch (error) {
    // A lost connection cannot roll back; its first error says why.
    await connection.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => {});
    throw error;
  }
}

async function runAndCommit<T>(body: () => Promise<T>): Promise<T> {
  let connection: Client | undefined;
  const result = await database().transaction(() => {
    connection = currentClient();
    return body();
  });
  if (connection) await runAfterCommitCallbacks(connection);
  return result;
}

/** Deadlock and serialization failure: the whole transaction was rolled back, and a retry can succeed. */
const ABORTED = new Set(["40P01", "40001"]);

export const isAborted = (error: unknown): boolean => ABORTED.has(errorCode(error));

const afterCommitCallbacks = new WeakMap<Client, Set<() => Promise<void>>>();

/**
 * Runs `callback` after the COMMIT of the open transaction and before `writeTransaction` returns, once even if registered
 * several times. It must not throw. If this transaction is rolled back, it may run after a later COMMIT of the same
 * connection.
 */
export function afterCommit(callback: () => Promise<void>): void {
  const connection = currentClient();
  afterCommitCallbacks.set(connection, (afterCommitCallbacks.get(connection) ?? new Set()).add(callback));
}

/** Runs the callbacks registered by `afterCommit`. Code that sends COMMIT itself must call this afterwards. */
export async function runAfterCommitCallbacks(connection: Client): Promise<void> {
  const callbacks = afterCommitCallbacks.get(connection);
  afterCommitCallbacks.delete(connection);
  for (const callback of callbacks ?? []) await callback();
}

class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super("A dry run is rolled back.");
  }
}

/**
 * Runs `body` in a transaction, or in a savepoint of the open one, that is always rolled back, and returns its result.
 * The callbacks that it registers by `afterCommit` do not run.
 */
export async function dryRun<T>(body: () => Promise<T>): Promise<T> {
  try {
    return await writeTransaction(async () => {
      const connection = currentClient();
      const callbacks = new Set(afterCommitCallbacks.get(connection));
      const result = await body();
      afterCommitCallbacks.set(connection, callbacks);
      throw new RolledBack(result);
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/** Runs `body` on an unpooled connection with a transaction open. Models, `queryRows`, `queryOne` and `execute` use it. */
export function withConnection<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  // Defines the models, which a process that has not opened a pool lacks.
  database();
  return runOnConnection(connection, body);
}

/** Runs `body` in a transaction separate from the open one, for writes that must survive its rollback. */
export const inNewTransaction = <T>(body: () => Promise<T>): Promise<T> =>
  outsideTransaction(() => writeTransaction(body));

/** The connection of the open transaction, for statements that take one. Throws if no transaction is open. */
export function currentClient(): Client {
  const transaction = currentTransaction();
  if (!transaction) throw new Error("A statement ran outside of a transaction.");
  return connectionOf(transaction);
}

type Options = { plan?: Plan };

/** The rows of a statement in the open transaction. NUMERIC columns are strings, BIGINT numbers, timestamps Dates. */
export async function queryRows<T>(statement: Statement, { plan }: Options = {}): Promise<T[]> {
  return (await send(currentClient(), statement, plan)).rows as T[];
}

/** The first row, or undefined. */
export async function queryOne<T>(statement: Statement, options?: Options): Promise<T | undefined> {
  return (await queryRows<T>(statement, options))[0];
}

/** Runs a statement and returns the number of affected rows. */
export async function execute(statement: Statement, { plan }: Options = {}): Promise<number> {
  return (await send(currentClient(), statement, plan)).rowCount ?? 0;
}

type Coded = { code?: string };
type DatabaseError = Partial<Error & Coded & { original: Coded; parent: Coded }> | null | undefined;

/** The SQLSTATE or socket error code of an error of `pg`, also if wrapped by the ORM; "" if it has none. */
function errorCode(error: unknown): string {
  const databaseError = error as DatabaseError;
  return databaseError?.code ?? databaseError?.original?.code ?? databaseError?.parent?.code ?? "";
}

/** True for faults that mean the database is unreachable (connection errors, refused sockets, pool timeouts). */
export function isUnreachable(error: unknown): boolean {
  const databaseError = error as DatabaseError;
  const code = errorCode(error);
  return (
    /^Sequelize(Connection|ConnectionAcquireTimeout|ConnectionRefused|HostNotFound|HostNotReachable)/.test(
      databaseError?.name ?? "",
    ) ||
    /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable/.test(
      databaseError?.message ?? "",
    )
  );
}
