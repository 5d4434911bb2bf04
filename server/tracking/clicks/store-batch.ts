import type pg from "pg";
import { isAborted } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { type Click, storeClicks } from "./store-clicks";
import { isDistributed, storeDistributed } from "./store-distributed";

const TRIES = 10;
const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";

/**
 * True for an error caused by the values of a single row: SQLSTATE class 22 or 23. Of a row that another server of a
 * cluster refuses, Citus passes on the message alone.
 */
export const isRowError = (error: unknown): boolean =>
  /^2[23]/.test(codeOf(error)) || (codeOf(error) === "XX000" && / violates /.test((error as Error).message));

/**
 * Stores a batch of clicks and reports the outcome of each to `onOutcome`. If the database rejects a row's values, the
 * clicks are stored one by one so that the others are not lost. `isRetry` means that some may already be stored. An
 * aborted transaction is tried up to ten times in all. Throws errors that concern the whole batch.
 */
export async function storeBatch(
  client: pg.Client,
  clicks: readonly Click[],
  isRetry: boolean,
  onOutcome: (index: number, outcome: "stored" | "refused") => void,
): Promise<void> {
  const store = (await isDistributed(client)) ? storeDistributed : storeClicks;
  for (let tries = 1; ; tries++) {
    try {
      await store(client, clicks, { again: isRetry });
      break;
    } catch (error) {
      if (isAborted(error) && tries < TRIES) continue;
      if (!isRowError(error)) throw error;
      return storeOneByOne(store, client, clicks, onOutcome);
    }
  }
  clicks.forEach((_, index) => onOutcome(index, "stored"));
}

async function storeOneByOne(...[store, client, clicks, onOutcome]: StoreOneByOneArgs): Promise<void> {
  for (const [index, click] of clicks.entries()) {
    try {
      await store(client, [click], { again: true });
      onOutcome(index, "stored");
    } catch (error) {
      if (!isRowError(error)) throw error;
      log().error({ event: "click refused by the database", requestId: click.id, err: error });
      onOutcome(index, "refused");
    }
  }
}

type StoreOneByOneArgs = [
  store: typeof storeClicks,
  client: pg.Client,
  clicks: readonly Click[],
  onOutcome: Parameters<typeof storeBatch>[3],
];
