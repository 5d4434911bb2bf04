import { Postback } from "~models";
import { queryRows } from "../../kernel/database/transactions";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";

const reportColumns = selectColumns(Postback, ["id", "eventId"]);
export type Report = { id: number; pixel: boolean };

/**
 * The request that reported each event, and whether a pixel sent it, by the event's ID. A booked request has the event's time of
 * receipt, which finds it by its key.
 */
export async function reportsOf(
  events: readonly { id: number; receivedAt: Date | string }[],
): Promise<Map<number, Report>> {
  const [ids, times] = [events.map(({ id }) => id), events.map(({ receivedAt }) => new Date(receivedAt).toISOString())];
  if (ids.length === 0) return new Map();
  const reports = await queryRows<RowOf<typeof reportColumns> & Report>(sql`
    SELECT ${reportColumns}, pixel_host IS NOT NULL AS pixel FROM postbacks
    WHERE received_at = ANY(${times}::timestamptz[]) AND event_id = ANY(${ids}::bigint[]) ORDER BY id DESC`);
  return new Map(reports.map(({ id, eventId, pixel }) => [Number(eventId), { id, pixel }]));
}
