import type pg from "pg";
import { isAborted } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { type Click, storeClicks } from "./store-clicks";

const TRIES = 10;
const codeOf = (fault: unknown) => (fault as { code?: string }).code ?? "";

/** True for an error caused by the values of a single row: SQLSTATE class 22 or 23. */
export const isOfARow = (fault: unknown): boolean => /^2[23]/.test(codeOf(fault));

/**
 * Stores a batch of clicks and reports the outcome of each to `told`. If the database rejects a row's values, the
 * clicks are stored one by one so that the others are not lost. `again` means that some may already be stored. An
 * aborted transaction is tried up to ten times in all. Throws errors that concern the whole batch.
 */
export async function storeBatch(
  client: pg.Client,
  clicks: readonly Click[],
  again: boolean,
  told: (index: number, outcome: "stored" | "refused") => void,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await storeClicks(client, clicks, { again });
      break;
    } catch (fault) {
      if (isAborted(fault) && tries < TRIES) continue;
      if (!isOfARow(fault)) throw fault;
      return oneByOne(client, clicks, told);
    }
  }
  clicks.forEach((_, index) => told(index, "stored"));
}

async function oneByOne(...[client, clicks, told]: OneByOne): Promise<void> {
  for (const [index, click] of clicks.entries()) {
    try {
      await storeClicks(client, [click], { again: true });
      told(index, "stored");
    } catch (fault) {
      if (!isOfARow(fault)) throw fault;
      log().error({ event: "click refused by the database", requestId: click.id, err: fault });
      told(index, "refused");
    }
  }
}

type OneByOne = [client: pg.Client, clicks: readonly Click[], told: Parameters<typeof storeBatch>[3]];
