import { sql } from "../kernel/database/sql";
import { instants } from "../trade/periods";
import { findViolations } from "./finding";
import { perHalfMonth } from "./halves";

/**
 * Programs that mirror clicks find them by their batches: each click must be within the times of its batch, and a batch
 * must have as many clicks as it says. A batch that extends beyond the half-month has clicks in others, too. Batch 0
 * covers the clicks without a number and does not count them.
 */
export const clickBatches = perHalfMonth(({ start, end }) => {
  const [from, to] = instants({ start, end });
  return findViolations(
    "Batches of clicks that differ from their clicks",
    sql`
      SELECT format('batch %s: %s, not %s', arrival, coalesce(n, 0) || CASE n WHEN 1 THEN ' click' ELSE ' clicks' END,
        coalesce(clicks, 0)) AS example
      FROM (
        SELECT coalesce(arrival, 0) AS arrival, count(*) AS n, min(clicked_at) AS first, max(clicked_at) AS last
        FROM clicks WHERE clicked_at >= ${from} AND clicked_at < ${to} GROUP BY 1
      ) AS stored
      FULL JOIN (
        SELECT arrival, clicks, first_clicked_at, last_clicked_at FROM click_batches
        WHERE last_clicked_at >= ${from} AND first_clicked_at < ${to}
      ) AS batches USING (arrival)
      WHERE batches.clicks IS NULL OR first < first_clicked_at OR last > last_clicked_at
        OR (arrival > 0 AND first_clicked_at >= ${from} AND last_clicked_at < ${to} AND n IS DISTINCT FROM clicks)`,
  );
});
