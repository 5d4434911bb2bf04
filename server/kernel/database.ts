import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { Sequelize, type Transaction } from "sequelize";
import { initModels } from "~models";
import { refusingWhileSilent } from "./answering";
import { config } from "./config";
import { openPrimary } from "./connections";
import { type Client, type Statement } from "./sql";

/**
 * The connections of this process and its transactions. A statement runs in the transaction that is open in the
 * present asynchronous context; models join it by themselves, and there is no way to run one outside.
 */

const BIGINT = 20;
// Counts and ids stay far below 2^53; NUMERIC stays text, money is never a binary float.
pg.types.setTypeParser(BIGINT, Number);

const context = new AsyncLocalStorage<Map<string, unknown>>();
Sequelize.useCLS({
  run: (body: (store: object) => unknown) => {
    const store = new Map(context.getStore());
    return context.run(store, () => body(store));
  },
  bind: (body: (...args: unknown[]) => unknown) => {
    const store = context.getStore();
    return store ? (...args: unknown[]) => context.run(store, () => body(...args)) : body;
  },
  get: (key: string) => context.getStore()?.get(key),
  set: (key: string, value: unknown) => context.getStore()?.set(key, value),
});

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

const openTransaction = () => context.getStore()?.get("transaction") as Transaction | null | undefined;

/** Where the reads of the present context go; whoever has replicas hands itself in. */
export type Reader = <T>(body: () => Promise<T>) => Promise<T>;

/** A READ ONLY, REPEATABLE READ transaction of whoever reads here, else of the primary; inside another one it joins that. */
export async function reading<T>(body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  const reader = context.getStore()?.get("reader") as Reader | undefined;
  return reader ? reader(body) : readingPrimary(body);
}

/** Runs `body` so that `reader` gives the transactions of what it reads. */
export const readingBy = <T>(reader: Reader, body: () => T): T =>
  context.run(new Map(context.getStore()).set("reader", reader), body);

/** A READ ONLY, REPEATABLE READ transaction of the primary's reader pool. */
export const readingPrimary: Reader = (body) =>
  borrowed(database(), "read", async (connection) => {
    // What kind of transaction it is stands in the settings of the connection.
    await connection.query("BEGIN");
    const answer = await within(connection, body);
    await connection.query("COMMIT");
    return answer;
  });

/** Runs `body`, a single statement that needs no transaction, on the reader pool; inside a transaction it joins that one. */
export async function glancing<T>(body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  return borrowed(database(), "read", (connection) => within(connection, body));
}

/** A transaction of the writer pool; inside another one a savepoint, undone alone when `body` throws. */
export async function writing<T>(body: () => Promise<T>): Promise<T> {
  const outer = openTransaction();
  if (outer) return database().transaction({ transaction: outer }, body);
  let connection: Client | undefined;
  const answer = await database().transaction(() => {
    connection = client();
    return body();
  });
  if (connection) await committed(connection);
  return answer;
}

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

/** Runs `body`, a single statement that needs no transaction, on the primary; inside a transaction it joins that one. */
export async function alone<T>(body: () => Promise<T>): Promise<T> {
  if (openTransaction()) return body();
  return borrowed(database(), "write", (connection) => within(connection, body));
}

/** Lends a connection of a pool; after a fault it is returned without an open transaction, or not at all. */
export async function borrowed<T>(
  { connectionManager }: Sequelize,
  type: "read" | "write",
  body: (connection: Client) => Promise<T>,
): Promise<T> {
  // Whatever its types say, the ORM tells its pools apart by the kind of a statement.
  const kind = (type === "read" ? "SELECT" : "UPDATE") as "read";
  const connection = (await connectionManager.getConnection({ type: kind })) as Client;
  try {
    const answer = await body(connection);
    connectionManager.releaseConnection(connection);
    return answer;
  } catch (fault) {
    await connection.query("ROLLBACK").then(
      () => connectionManager.releaseConnection(connection),
      () => connectionManager.destroyConnection(connection),
    );
    throw fault;
  }
}

/** Runs `body` outside of whatever transaction is open: for what must be kept although that one is undone. */
export async function apart<T>(body: () => Promise<T>): Promise<T> {
  const store = context.getStore();
  const rehearsal = store?.get("rehearsal") as Transaction | undefined;
  return context.run(
    new Map(
      rehearsal
        ? [
            ["transaction", rehearsal],
            ["rehearsal", rehearsal],
          ]
        : [],
    ),
    () => writing(body),
  );
}

/** Runs `body` on a connection outside of the pools that has its own transaction open: `rows`, `one` and `run` use it. */
export function within<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  return context.run(new Map([["transaction", { connection }]]), body);
}

const undone = Symbol("undone");

/** Runs a test's body in a transaction that is always undone; what it opens inside become savepoints of it. */
export async function rehearse<T>(body: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await database().transaction(async (transaction) => {
      context.getStore()?.set("rehearsal", transaction);
      result = { value: await body() };
      throw undone;
    });
  } catch (thrown) {
    if (thrown !== undone) throw thrown;
  }
  if (!result) throw new Error("The rehearsed body did not end.");
  return result.value;
}

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

/** True for faults that say the database does not answer (connection classes, refused sockets, pool timeouts). */
export function isAway(fault: unknown): boolean {
  const seen = fault as { name?: string; code?: string; original?: { code?: string }; parent?: { code?: string } };
  const code = seen?.code ?? seen?.original?.code ?? seen?.parent?.code ?? "";
  return (
    /^Sequelize(Connection|ConnectionAcquireTimeout|ConnectionRefused|HostNotFound|HostNotReachable)/.test(
      seen?.name ?? "",
    ) ||
    /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable/.test(
      (fault as Error)?.message ?? "",
    )
  );
}
