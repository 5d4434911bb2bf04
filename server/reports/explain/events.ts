import { all, join, nothing, sql, type Statement } from "../../kernel/database/sql";
import { isBonus, isCountedEvent, isSale, ifBonus, ifSale } from "../../trade/events";
import { countsForTier, isNoCorrection } from "../../trade/flags";
import type { Actor } from "../../kernel/operation/roles";
import { addDays } from "../../kernel/time";
import { instants, previous } from "../../trade/periods";
import { halfMonthStart } from "../../trade/periods/half-month-sql";
import { avpTiers, bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "../../payroll";
import { isCountedClick, LEDGER_BASIS } from "../../tracking";
import { type Cte, cte, materialized } from "../ctes";
import { sourceOf } from "../group-keys";
import { hasPointsOfDayBefore } from "../sites-figures";
import { tierCondition } from "../sites-paid";
import { groupsShown, filterConditions } from "../source";
import type { Part } from "./measures";
import { type FigureQuery, linkCondition, rowCondition } from "./figure-query";

/** The rows behind a figure. `ctes` are these and the tiers of their agents. */
export type Matched = { matched: Cte; ctes: Cte[] };

const withTiers = ({ range }: FigureQuery, matched: Cte): Matched => ({
  matched,
  ctes: [materialized("tiers", avpTiers(range)), matched],
});

/** The clicks behind a figure, which are not materialized: there can be millions. */
export function matchedClicks(actor: Actor, figureQuery: FigureQuery, unique: boolean): Matched {
  const [from, to] = instants(figureQuery.days);
  const pool = tierCondition(figureQuery);
  const rows = sql`
      SELECT id, clicked_at AS at, agent_id, company_id, site_id, type_id, geo, is_unique
      FROM clicks
      WHERE clicked_at >= ${from} AND clicked_at < ${to} AND ${isCountedClick()}
        AND ${all([unique && sql`is_unique`, filterConditions(actor, figureQuery), pool, rowCondition(figureQuery), linkCondition(figureQuery)])}`;
  return withTiers(figureQuery, cte("matched", rows));
}

/**
 * The events behind a figure: a row for each event with its price, its tier and `part`, the event's contribution to the
 * figure (numeric; NULL for dollars while the period has no rate).
 */
export function matchedEvents(
  actor: Actor,
  figureQuery: FigureQuery,
  { part, kind }: Part & { of: "events" },
): Matched {
  const rows = sql`
    SELECT r.*, t.index AS tier, t.sales AS tier_sales, ${salePesos} + ${bonusPesos} AS php, (${part})::numeric AS part,
      ${tierDollars} AS tier_dollars, ${ratedPesos} AS rated_php, ${ratedEvents} AS rated, r.earning AS earned
    FROM (
      SELECT id, occurred_at AS at, day::text AS day, received_at, agent_id, company_id, site_id, type_id, flags::int AS flags, event,
        sign, lpp, earning, payout AS stored, price_source, price_id, geo, click_id, txid, email, reverses, ${halfMonthStart(sql`day`)} AS half,
        1 AS events, ${ifSale(sql`sign`)} AS sales, ${ifBonus(sql`sign`)} AS bonus_sales,
        ${ifSale(sql`payout`)} AS payout, ${ifBonus(sql`payout`)} AS bonus_payout
      FROM sale_events ${figureQuery.basis === undefined ? nothing : sql`e`}
      WHERE ${all([kinds[kind ?? "both"](), eventConditions(actor, figureQuery)])}
    ) AS r
    LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half
    LEFT JOIN pay_periods AS p ON p.start_day = r.half`;
  return withTiers(figureQuery, materialized("matched", rows));
}

const kinds = { sale: isSale, bonus: isBonus, both: isCountedEvent };

/** The condition, on the columns of sale_events, for the events that the report counted. */
function eventConditions(actor: Actor, figureQuery: FigureQuery): Statement {
  const { measure, row, range } = figureQuery;
  if (measure === "agent_avp_sales_count") {
    const own = filterConditions(actor, {});
    return sql`${countsForTier()} AND agent_id = ${row.agentId ?? null} AND ${own} AND ${isInRange(range)}`;
  }
  const days = measure === "lppPrev" ? daysBefore(figureQuery) : figureQuery.days;
  const groups = measure === "lppPrev" && groupsOfRange(actor, figureQuery);
  return all([
    isInRange(days),
    filterConditions(actor, figureQuery),
    tierCondition(figureQuery),
    rowCondition(figureQuery),
    linkCondition(figureQuery),
    figureQuery.basis !== undefined && sql`${isNoCorrection()} AND ${LEDGER_BASIS} = ${figureQuery.basis}`,
    groups,
  ]);
}

const isInRange = ({ start, end }: { start: string; end: string }) => sql`day BETWEEN ${start}::date AND ${end}::date`;

/** The period before. By day and more it is the day before each day. */
const daysBefore = ({ days, ...figureQuery }: FigureQuery) =>
  hasPointsOfDayBefore(figureQuery) ? { start: addDays(days.start, -1), end: addDays(days.end, -1) } : previous(days);

/** Points of the period before count only for groups that have figures in the range itself. */
function groupsOfRange(actor: Actor, figureQuery: FigureQuery): Statement {
  const { keys, days: range } = figureQuery;
  const byDay = hasPointsOfDayBefore(figureQuery);
  const columns = keys.map(sourceOf);
  const own = join(keys.map((key) => (key === "day" && byDay ? sql`day + 1` : sourceOf(key))));
  const reach = { range, keys, byDay, only: all([tierCondition(figureQuery), rowCondition(figureQuery)]) };
  return sql`(${own}) IN (${groupsShown(actor, figureQuery, reach, join(columns))})`;
}
