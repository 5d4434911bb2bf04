import type pg from "pg";
import type { Click } from "../clicks/store-clicks";
import { clickedAt } from "../clicks/click-id";
import { retryPending } from "../postbacks/pending";

/** A postback waits for its click for less than this, so it is pending only for one that was loaded later. */
const LATE_MS = 1_000;

// Postbacks that were waiting for these clicks are due at once, however long they have waited.
const WANTED = {
  name: "late-clicks-wanted",
  text: `
    UPDATE postbacks SET next_try_at = received_at
    WHERE verdict = 'held' AND reason = 'unknown_click' AND click_id = ANY($1::uuid[])`,
};

/** Decides the postbacks that were waiting for clicks which are stored late, after the database or their server was unavailable. */
export async function decideWaitingFor(client: pg.Client, clicks: readonly Click[]): Promise<void> {
  const late = clicks.filter(({ id }) => Math.abs(Date.now() - clickedAt(id)) > LATE_MS).map(({ id }) => id);
  if (late.length === 0) return;
  const { rowCount } = await client.query({ ...WANTED, values: [late] });
  if (rowCount) await retryPending();
}
