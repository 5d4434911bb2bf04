import { Postback, SaleEvent } from "~models";
import { type Nullable, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { currentClient, execute, queryRows } from "../../kernel/database/transactions";
import { isSale } from "../../trade/events";
import { isAvp, isNoCorrection } from "../../trade/flags";
import type { Call } from "../../kernel/operation/operation";
import { noSuch } from "../../kernel/operation/refusal";
import { decideAgain } from "./acceptance";
import { canReplay } from "./outcomes";
import type { Verdict } from "./record";

const postbackColumns = selectColumns(
  Postback,
  [
    ...([
      "id",
      "receivedAt",
      "reason",
      "siteId",
      "agentId",
      "clickId",
      "event",
      "txid",
      "eventId",
      "tries",
      "detail",
      "pixelHost",
    ] as const),
  ],
  { from: "p" },
);
const priceColumns = selectColumns(SaleEvent, ["payout", "earning", "priceSource"], { from: "e" });

export type LockedPostback = RowOf<typeof postbackColumns> &
  Nullable<RowOf<typeof priceColumns>> & {
    verdict: Verdict;
    params: Record<string, unknown>;
    sitename: string | null;
    /** Null for a deleted agent. */
    agentUsername: string | null;
    /** Null if it is not booked. */
    tiered: boolean | null;
  };

/** Locks stored requests, oldest first, and reads them. An unknown ID is left out. */
export async function lockPostbacks(ids: readonly number[]): Promise<LockedPostback[]> {
  // A statement of its own: events of several agents may be on several servers, and are not locked.
  await execute(sql`SELECT 1 FROM postbacks WHERE id = ANY(${ids}::bigint[]) ORDER BY received_at, id FOR UPDATE`);
  return queryRows<LockedPostback>(sql`
    SELECT ${postbackColumns}, ${priceColumns}, p.verdict, p.params, s.sitename,
      CASE WHEN a.deleted_at IS NULL THEN a.username END AS "agentUsername",
      ${isSale(sql`e.event`)} AND ${isAvp(sql`e.flags`)} AND ${isNoCorrection(sql`e.flags`)} AS tiered
    FROM postbacks p LEFT JOIN sites s ON s.id = p.site_id
      LEFT JOIN agents g ON g.id = p.agent_id LEFT JOIN accounts a ON a.id = g.account_id
      LEFT JOIN sale_events e ON e.id = p.event_id AND p.verdict = 'accepted'
    WHERE p.id = ANY(${ids}::bigint[]) ORDER BY p.received_at, p.id`);
}

/** A postback before and after a replay. */
export type Replay = { before: LockedPostback; after: LockedPostback };

/**
 * Replays stored requests in the open transaction, oldest first, so that a sale precedes its reversal. One that a replay
 * cannot change is left as it is. Throws 404 if one of them is unknown.
 */
export async function replay(ids: readonly number[], changed: Call["changed"]): Promise<Replay[]> {
  const stored = await lockPostbacks(ids);
  if (stored.length < ids.length) throw noSuch("postback");
  for (const { id } of stored.filter(canReplay)) {
    // The replay of a sale may have booked its pending reversal.
    const [current] = await lockPostbacks([id]);
    if (!current || current.siteId === null || !canReplay(current)) continue;
    await decideAgain(currentClient(), { ...current, siteId: current.siteId }, true);
  }
  const decided = new Map((await lockPostbacks(ids)).map((row) => [row.id, row]));
  const replays = stored.map((before) => ({ before, after: decided.get(before.id) ?? before }));
  for (const { before, after } of replays.filter(({ before }) => canReplay(before))) {
    const { verdict, reason, eventId } = after;
    changed({
      ...{ record: "postback", id: before.id },
      before: { verdict: before.verdict, reason: before.reason },
      after: { verdict, reason, eventId },
    });
  }
  return replays;
}
