import { AsyncLocalStorage } from "node:async_hooks";
import { Sequelize, type Transaction } from "sequelize";
import type { Client } from "./sql";

/**
 * Which transaction is open in the present asynchronous context, and where its reads go. For `database.ts` and `replicas/`
 * alone; other code uses the verbs of `database.ts`.
 */
export const context = new AsyncLocalStorage<Map<string, unknown>>();
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

export const openTransaction = () => context.getStore()?.get("transaction") as Transaction | null | undefined;

/** Runs `body` with statements going to `connection`, which has a transaction of its own or needs none. */
export function holding<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  return context.run(new Map([["transaction", { connection }]]), body);
}

/** Runs `body` outside of the open transaction: outside of any, in a test inside of the one that is undone at its end. */
export function outermost<T>(body: () => T): T {
  const base = context.getStore()?.get("base") as Transaction | undefined;
  return context.run(
    new Map(
      base
        ? [
            ["transaction", base],
            ["base", base],
          ]
        : [],
    ),
    body,
  );
}

type Read = <T>(body: () => Promise<T>) => Promise<T>;
/** Gives what it reads a transaction, by `readPrimary` or on another server. */
export type Reader = <T>(body: () => Promise<T>, readPrimary: Read) => Promise<T>;

export const readerHere = () => context.getStore()?.get("reader") as Reader | undefined;

/** Runs `body` so that `reader` gives the transactions of what it reads. */
export const readBy = <T>(reader: Reader, body: () => T): T =>
  context.run(new Map(context.getStore()).set("reader", reader), body);

/** Lends a connection of a pool; after a fault it is returned without an open transaction, or not at all. */
export async function lend<T>(
  { connectionManager }: Sequelize,
  pool: "read" | "write",
  body: (connection: Client) => Promise<T>,
): Promise<T> {
  // Whatever its types say, the ORM tells its pools apart by the kind of a statement.
  const kind = (pool === "read" ? "SELECT" : "UPDATE") as "read";
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
