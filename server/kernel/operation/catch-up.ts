import { AsyncLocalStorage } from "node:async_hooks";
import type { AnyOperation } from "./operation";

/** Clicks are acknowledged before they are in the database. Operations that count them wait for those on their way. */

type Counting = Pick<AnyOperation, "countsClicks" | "mayLag">;

let waitForClicks: () => Promise<void> = () => Promise.resolve();
const hasWaited = new AsyncLocalStorage<true>();

/** Injected by the process entry point: waits for the clicks that this server has acknowledged so far, for a limited time. */
export function setCatchUp(wait: typeof waitForClicks): void {
  waitForClicks = wait;
}

const countsClicks = ({ countsClicks: counts, mayLag = false }: Counting): boolean => counts ?? mayLag;

/** Waits before an operation that counts clicks, unless that was done for several operations together. */
export async function catchUp(operation: Counting): Promise<void> {
  if (countsClicks(operation) && !hasWaited.getStore()) await waitForClicks();
}

/** Waits once for all of the operations, before a transaction that they share. */
export async function withCatchUp<T>(operations: readonly Counting[], body: () => Promise<T>): Promise<T> {
  if (!operations.some(countsClicks)) return body();
  await waitForClicks();
  return hasWaited.run(true, body);
}

/** The rows, of which the first is read after the wait. */
export async function* afterCatchUp<R>(operation: Counting, rows: () => AsyncIterable<R>): AsyncIterable<R> {
  await catchUp(operation);
  yield* rows();
}
