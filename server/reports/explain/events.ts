import { all, sql, type Statement } from "../../kernel/database/sql";
import { isBonus, isCountedEvent, isSale, ofBonus, ofSale } from "../../kernel/events";
import { countsForTier } from "../../kernel/flags";
import type { Actor } from "../../kernel/operation/roles";
import { addDays, instants, previous } from "../../kernel/periods";
import { halfOf } from "../../kernel/periods/half-month-sql";
import { avpTiers, bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "../../payroll";
import { isCountedClick } from "../../tracking";
import { keysOf } from "../sites-order";
import { poolOf } from "../sites-paid";
import { groupsShown, narrowing } from "../source";
import type { Part } from "./measures";
import { type Explained, ofLink, ofRow } from "./question";

// SQL by hand: the clicks behind a figure, read through an index.

/** The clicks behind a figure, as CTEs up to `matched`, which is not materialized: it can have millions of rows. */
export function matchedClicks(actor: Actor, asked: Explained, unique: boolean): Statement {
  const [from, to] = instants(asked.days);
  const pool = poolOf(asked);
  return sql`
    tiers AS MATERIALIZED (${avpTiers(asked.range)}), matched AS (
      SELECT id, clicked_at AS at, agent_id, company_id, site_id, type_id, geo, is_unique
      FROM clicks
      WHERE clicked_at >= ${from} AND clicked_at < ${to} AND ${isCountedClick()}
        AND ${all([unique && sql`is_unique`, narrowing(actor, asked), pool, ofRow(asked), ofLink(asked)])}
    )`;
}

// SQL by hand: the events behind a figure, read through an index.

/**
 * The events behind a figure, as CTEs up to `matched`. It has a row for each event with its price, its tier and `part`,
 * the event's contribution to the figure (numeric; NULL for dollars while the period has no rate).
 */
export const matchedEvents = (
  actor: Actor,
  asked: Explained,
  { part, kind }: Part & { of: "events" },
): Statement => sql`
  tiers AS MATERIALIZED (${avpTiers(asked.range)}), matched AS MATERIALIZED (
    SELECT r.*, t.index AS tier, t.sales AS tier_sales, ${salePesos} + ${bonusPesos} AS php, (${part})::numeric AS part,
      ${tierDollars} AS tier_dollars, ${ratedPesos} AS rated_php, ${ratedEvents} AS rated
    FROM (
      SELECT id, occurred_at AS at, day::text AS day, received_at, agent_id, company_id, site_id, type_id, flags::int AS flags, event,
        sign, lpp, earning, payout AS stored, price_source, price_id, geo, click_id, reverses, ${halfOf(sql`day`)} AS half,
        1 AS events, ${ofSale(sql`sign`)} AS sales, ${ofBonus(sql`sign`)} AS bonus_sales,
        ${ofSale(sql`payout`)} AS payout, ${ofBonus(sql`payout`)} AS bonus_payout
      FROM sale_events
      WHERE ${all([kinds[kind ?? "both"](), booked(actor, asked)])}
    ) AS r
    LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half
    LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )`;

const kinds = { sale: isSale, bonus: isBonus, both: isCountedEvent };

/** The condition, on the columns of sale_events, for the events that the report counted. */
function booked(actor: Actor, asked: Explained): Statement {
  const { measure, row, range } = asked;
  if (measure === "agent_avp_sales_count") {
    const own = narrowing(actor, {});
    return sql`${countsForTier()} AND agent_id = ${row.agentId ?? null} AND ${own} AND ${within(range)}`;
  }
  const days = measure === "lppPrev" ? daysBefore(asked) : asked.days;
  const groups = measure === "lppPrev" && groupsOfRange(actor, asked);
  return all([within(days), narrowing(actor, asked), poolOf(asked), ofRow(asked), ofLink(asked), groups]);
}

const within = ({ start, end }: { start: string; end: string }) => sql`day BETWEEN ${start}::date AND ${end}::date`;

/** The period before. In Detail it is the day before each day. */
const daysBefore = ({ days, groupBy }: Explained) =>
  groupBy === "detail" ? { start: addDays(days.start, -1), end: addDays(days.end, -1) } : previous(days);

/** Points of the period before count only for groups that have figures in the range itself. */
function groupsOfRange(actor: Actor, asked: Explained): Statement {
  const keys = keysOf(asked.groupBy);
  const byDay = asked.groupBy === "detail";
  const own = byDay ? sql`day + 1, agent_id` : keys;
  const reach = { range: asked.days, byDay, only: all([poolOf(asked), ofRow(asked)]) };
  return sql`(${own}) IN (${groupsShown(actor, asked, reach, keys)})`;
}
