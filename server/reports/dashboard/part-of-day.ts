import { nothing, sql, type Statement } from "../../kernel/database/sql";
import { ifBonus, ifSale, isCountedEvent } from "../../trade/events";
import type { Actor } from "../../kernel/operation/roles";
import { dayOf, startOfDay } from "../../kernel/time";
import { halfMonthStart } from "../../trade/periods/half-month-sql";
import { avpTiers, bonusPesos, salePesos } from "../../payroll";
import { isCountedClick } from "../../tracking";
import { filterConditions, type Filters } from "../source";

// The roll-ups know whole days only, so a part of a day is summed from its clicks and events.

/** Clicks beyond this number are not counted: they would take longer than the rest of Home. */
export const MAX_CLICKS_COUNTED = 100_000;

/**
 * The figures of a New York day from its start until `until`, as one row of the same columns as `dailyFigures`. With
 * more clicks than MAX_CLICKS_COUNTED, `raws` exceeds that number and neither count is true.
 */
export function figuresUntil(
  actor: Actor,
  until: Date,
  agentIds?: readonly number[],
  filters: Pick<Filters, "agentId" | "companyId"> = {},
): Statement {
  const day = dayOf(until);
  const agentId = filters.agentId ?? actor.agentId;
  const ofAgent = agentId === null ? nothing : sql`AND agent_id = ${agentId}`;
  const own = sql`${filterConditions(actor, filters)} ${agentIds ? sql`AND agent_id = ANY(${[...agentIds]}::int[])` : nothing}`;
  return sql`
    WITH tiers AS MATERIALIZED (${avpTiers({ start: day, end: day }, ofAgent)})
    SELECT ${day}::date::text AS day, sum(raws)::int AS raws, sum(uniques)::int AS uniques, sum(sales)::int AS sales,
      sum(bonus_sales)::int AS "bonusSales", sum(earning)::text AS earn, sum(bonus_earning)::text AS "bonusEarn",
      sum(php)::text AS php
    FROM (
      SELECT count(*) AS raws, count(*) FILTER (WHERE is_unique) AS uniques,
        0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS php
      FROM (
        SELECT is_unique FROM clicks
        WHERE clicked_at >= ${startOfDay(day)} AND clicked_at < ${until} AND ${isCountedClick()} AND ${own}
        LIMIT ${MAX_CLICKS_COUNTED + 1}
      ) AS counted
      UNION ALL
      SELECT 0, 0, coalesce(sum(r.sales), 0), coalesce(sum(r.bonus_sales), 0), coalesce(sum(r.earning), 0),
        coalesce(sum(r.bonus_earning), 0), coalesce(sum(${salePesos} + ${bonusPesos}), 0)
      FROM (
        SELECT agent_id, flags::int AS flags, ${halfMonthStart(sql`day`)} AS half, ${ifSale(sql`sign`)} AS sales,
          ${ifBonus(sql`sign`)} AS bonus_sales, ${ifSale(sql`earning`)} AS earning,
          ${ifBonus(sql`earning`)} AS bonus_earning, ${ifSale(sql`payout`)} AS payout,
          ${ifBonus(sql`payout`)} AS bonus_payout
        FROM sale_events
        WHERE day = ${day}::date AND occurred_at < ${until} AND ${isCountedEvent()} AND ${own}
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half
    ) AS rows`;
}
