import pg from "pg";
import type { Sequelize } from "sequelize";
import { initModels } from "~models";
import { refusingWhileSilent } from "./answering";
import { config } from "./config";
import { openPrimary } from "./connections";
import { counter } from "./metrics";
import { type Client, type Statement } from "./sql";
import { holding, lend, openTransaction, outermost, readerHere } from "./transaction-context";

/**
 * The connections of this process and its transactions. A statement runs in the transaction that is open in the
 * present asynchronous context; models join it by themselves, and there is no way to run one outside.
 */

// Counts and ids stay far below 2^53; NUMERIC stays text, money is never a binary float.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function open(): Sequelize {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) throw new Error("The database has no address yet.");
  return refusingWhileSilent(openPrimary(DATABASE_URL));
}

// One instance for the process, also across reloads of the development server; each reload brings models of its own.
const keep = globalThis as { __database?: Sequelize };
let modelled: Sequelize | undefined;

/** This process's database; its models are defined as soon as it is open. */
export function database(): Sequelize {
  const opened = (keep.__database ??= open());
  if (modelled !== opened) initModels((modelled = opened));
  return opened;
}

export async function closeDatabase(): Promise<void> {
  await keep.__database?.close();
  delete keep.__database;
}

/** Runs `body` in a READ ONLY, REPEATABLE READ transaction, on a replica where the operation may. Inside another one it joins that. */
export async function readTransaction<T>(body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  const reader = readerHere();
  return reader ? reader(body, readPrimary) : readPrimary(body);
}

const readPrimary = <T>(body: () => Promise<T>): Promise<T> =>
  lend(database(), "read", async (connection) => {
    // The connection's settings make it READ ONLY and REPEATABLE READ.
    await connection.query("BEGIN");
    const answer = await holding(connection, body);
    await connection.query("COMMIT");
    return answer;
  });

/** Runs `body`, a single statement, without a transaction of its own: one round trip to the primary. Inside one it joins that. */
export async function autocommit<T>(pool: "read" | "write", body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  return lend(database(), pool, (connection) => holding(connection, body));
}

/** How often a transaction that PostgreSQL aborts is run. */
const TRIES = 3;

const aborted = counter(
  "transactions_aborted_total",
  "Transactions that PostgreSQL ended because of a deadlock; each is run again, twice at most.",
);

/**
 * A transaction of the writer pool; inside another one a savepoint, undone alone when `body` throws. When PostgreSQL aborts
 * the transaction as the victim of a deadlock, `body` is run again from its beginning, so it may change nothing but the
 * database that a second run would change again.
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

/** Deadlock and serialization failure: the whole transaction was undone, and the same one can succeed when it is run again. */
const ABORTED = new Set(["40P01", "40001"]);

export const isAborted = (fault: unknown): boolean => ABORTED.has(codeOf(fault));

const afterCommits = new WeakMap<Client, Set<() => Promise<void>>>();

/**
 * Runs `act` after the COMMIT of the open transaction and before its caller goes on, once however often it is given. It
 * must not throw, and it may also run after a later COMMIT where this transaction is undone.
 */
export function afterCommit(act: () => Promise<void>): void {
  const connection = client();
  afterCommits.set(connection, (afterCommits.get(connection) ?? new Set()).add(act));
}

/** Runs what `afterCommit` was given. Code that sends COMMIT itself calls this after it. */
export async function committed(connection: Client): Promise<void> {
  const acts = afterCommits.get(connection);
  afterCommits.delete(connection);
  for (const act of acts ?? []) await act();
}

/** Runs `body` on a connection outside of the pools that has its own transaction open: models, `rows`, `one` and `run` use it. */
export function withConnection<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  // The models of a process that has opened no pool so far are not defined yet.
  database();
  return holding(connection, body);
}

/** Runs `body` in another transaction than the open one, for what is kept although the open one is undone. */
export const inNewTransaction = <T>(body: () => Promise<T>): Promise<T> => outermost(() => writeTransaction(body));

/** The connection of the open transaction, for statements that are prepared once under a name. */
export function client(): Client {
  const transaction = openTransaction();
  if (!transaction) throw new Error("A statement ran outside of a transaction.");
  return (transaction as unknown as { connection: Client }).connection;
}

/** Rows of a statement in the open transaction. NUMERIC columns come as text, BIGINT as number, dates as Date. */
export async function rows<T>(statement: Statement): Promise<T[]> {
  return (await client().query(statement.bind())).rows as T[];
}

/** The first row, or undefined. */
export async function one<T>(statement: Statement): Promise<T | undefined> {
  return (await rows<T>(statement))[0];
}

/** The first row of a statement that every page asks, in a few texts at most: a connection parses and plans each once. */
export async function prepared<T>(statement: Statement): Promise<T | undefined> {
  const bound = statement.bind();
  const name = names.get(bound.text) ?? `prepared-${names.size}`;
  names.set(bound.text, name);
  return (await client().query({ name, ...bound })).rows[0] as T | undefined;
}

const names = new Map<string, string>();

/** Runs a statement and answers how many rows it touched. */
export async function run(statement: Statement): Promise<number> {
  return (await client().query(statement.bind())).rowCount ?? 0;
}

type Coded = { code?: string };
type DatabaseError = Partial<Error & Coded & { original: Coded; parent: Coded }> | null | undefined;

/** The code of an error of `pg`, also inside one of the ORM. */
function codeOf(fault: unknown): string {
  const seen = fault as DatabaseError;
  return seen?.code ?? seen?.original?.code ?? seen?.parent?.code ?? "";
}

/** True for faults that say the database does not answer (connection classes, refused sockets, pool timeouts). */
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
