import { together } from "../database/statements";
import { readTransaction } from "../database/transactions";
import { withCatchUp } from "./catch-up";
import type { AnyOperation } from "./operation";

// A read from a replica needs a transaction there, `before` runs outside of any, and a heavy one waits for its turn first.
const mayShare = (operation: AnyOperation): boolean =>
  operation.kind === "query" && !operation.mayLag && !operation.heavy && !("before" in operation);

/**
 * Performs the queries of a screen side by side. They share a transaction if they can: it costs one connection and one
 * write in place of one for each query, and the screen shows one state of the database.
 */
export async function performTogether<T>(
  operations: readonly AnyOperation[],
  attempts: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const all = () => together(...attempts.map((attempt) => attempt()));
  const isShared = operations.length > 1 && operations.every(mayShare);
  return withCatchUp(operations, () => (isShared ? readTransaction(all) : all()));
}
