import { AsyncLocalStorage } from "node:async_hooks";
import { Sequelize, type Transaction } from "sequelize";
import type { Client } from "./sql";

/**
 * The open transaction of the current asynchronous context, and where its reads go. Only for `transactions.ts` and
 * `replicas/`; other code uses the functions of `transactions.ts`.
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

export const currentTransaction = () => context.getStore()?.get("transaction") as Transaction | null | undefined;

/** Runs `body` with its statements on `connection`, which has its own transaction or needs none. */
export function runOnConnection<T>(connection: Client, body: () => Promise<T>): Promise<T> {
  return context.run(new Map([["transaction", { connection }]]), body);
}

/** Runs `body` outside of any transaction; in tests, inside of the one that is rolled back at the end of the test. */
export function outsideTransaction<T>(body: () => T): T {
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
/** Runs `body` in a read transaction, by `readPrimary` or on a replica. */
export type Reader = <T>(body: () => Promise<T>, readPrimary: Read) => Promise<T>;

export const currentReader = () => context.getStore()?.get("reader") as Reader | undefined;

/** Runs `body` with `reader` running its read transactions. */
export const withReader = <T>(reader: Reader, body: () => T): T =>
  context.run(new Map(context.getStore()).set("reader", reader), body);

/** Lends a connection of a pool to `body`. After a fault it is rolled back and returned, or destroyed if that fails. */
export async function withPooledConnection<T>(
  { connectionManager }: Sequelize,
  pool: "read" | "write",
  body: (connection: Client) => Promise<T>,
): Promise<T> {
  // Despite its types, the ORM selects the pool by the kind of statement.
  const kind = (pool === "read" ? "SELECT" : "UPDATE") as "read";
  const connection = (await connectionManager.getConnection({ type: kind })) as Client;
  try {
    const result = await body(connection);
    connectionManager.releaseConnection(connection);
    return result;
  } catch (error) {
    await connection.query("ROLLBACK").then(
      () => connectionManager.releaseConnection(connection),
      () => connectionManager.destroyConnection(connection),
    );
    throw error;
  }
}
