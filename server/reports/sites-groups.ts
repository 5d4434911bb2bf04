import { addDays, previous } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { all, nothing, sql, type Statement } from "../kernel/sql";
import { halfOf } from "../payroll";
import type { Grouping, SitesQuery } from "./query";
import { seesPoints } from "./shape";
import { keysOf, order, sortedGroups, wayOf } from "./sites-order";
import { halvesOf, nothingPaid, paidBy, paidColumns, paidRows, paidSums, poolOf, tiersOf } from "./sites-paid";
import { clicked, firstShown, type Reach, shownDays, sold, soldEarlier, type ToldBy } from "./source";

/**
 * The relations that a site report is made of: `figures`, measures with their group and link; `picked`, the groups of the
 * page as their keys and what they are sorted by; `counted`, the number of groups and their points of the period before,
 * without those of groups that only had figures then; `totals`, the measures by link over all groups; of a payroll
 * `halves` and `all_halves`, what the dollars of groups and of all are made of.
 */
export const groupsOf = (actor: Actor, asked: SitesQuery): Statement => sql`
  ${tiersOf(actor, asked)}${asked.groupBy === "detail" ? daysOfAgents(actor, asked) : fewGroups(actor, asked)}`;

/** Days, agents and offices are some hundreds: all are made once, so that page and totals cannot differ. */
function fewGroups(actor: Actor, asked: SitesQuery): Statement {
  const keys = keysOf(asked.groupBy);
  return sql`
    figures AS MATERIALIZED (${figures(actor, asked)}), picked AS MATERIALIZED (
      ${sorted(asked, sortedGroups(asked, sql`SELECT * FROM figures`))}
    ), counted AS (
      SELECT count(*) AS total, sum(lpp_prev) AS lpp_prev FROM (
        SELECT sum(lpp_prev) AS lpp_prev FROM figures GROUP BY ${keys} HAVING bool_or(raws > 0 OR events > 0)
      ) AS groups
    ), totals AS (${totalled(asked, sql`figures`)})${halves(asked, sql`figures`)}`;
}

/** Of the groups of the page, and of all `sold` rows together. */
function halves({ variant, groupBy }: SitesQuery, sold: Statement): Statement {
  if (!variant.payroll) return nothing;
  const keys = keysOf(groupBy);
  const ofPage = sql`(SELECT * FROM figures WHERE (${keys}) IN (SELECT ${keys} FROM picked)) AS page`;
  return sql`, halves AS MATERIALIZED (${halvesOf(ofPage, keys)}), all_halves AS (${halvesOf(sold)})`;
}

/**
 * Days of agents are up to a hundred thousand in a year. How many there are is told by the days that half-months keep;
 * measures are summed for the page alone. By date, the usual order, the first ones are found without sorting all.
 */
function daysOfAgents(actor: Actor, asked: SitesQuery): Statement {
  const { range, sort, limit, offset } = asked;
  const reach = { range, byDay: true, only: poolOf(asked) };
  const first = sql`
    SELECT day, agent_id, day AS sorted
    FROM (${firstShown(actor, asked, reach, wayOf(sort), offset + limit)}) AS first`;
  const half = halfOf(sql`day`);
  return sql`
    shown AS MATERIALIZED (${shownDays(actor, asked, reach)}), picked AS MATERIALIZED (
      ${sorted(asked, sort.field === "date" ? first : sortedGroups(asked, figures(actor, asked)))}
    ), figures AS MATERIALIZED (${figures(actor, asked, true)}), counted AS (
      SELECT total, lpp_prev
      FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown CROSS JOIN (
        SELECT sum(lpp_prev) AS lpp_prev
        FROM (${pointsBefore(actor, asked)}) AS rows JOIN shown ON shown.agent_id = rows.agent_id AND shown.half = ${half}
        WHERE days & (1 << (day - ${half})) <> 0
      ) AS before
    ), sold AS (${soldOf(actor, asked, reach)}),
    totals AS (${totalled(
      asked,
      sql`(
        SELECT type_id, 0 AS raws, 0 AS uniques, events, sales, bonus_sales, earning, bonus_earning, lpp${paidColumns(asked)}
        FROM sold
        UNION ALL SELECT NULL, sum(raws), sum(uniques), 0, 0, 0, 0, 0, 0${nothingPaid(asked)}
        FROM (${clicked(actor, asked, { ...reach, byDay: false }, toldBy(asked, "nobody"))}) AS clicks
      ) AS rows`,
    )})${halves(asked, sql`sold`)}`;
}

/** The agents of a tier are told by agent. */
const toldBy = ({ tier }: SitesQuery, least: ToldBy): ToldBy => (tier === undefined ? least : "agents");

const sorted = (asked: SitesQuery, groups: Statement): Statement => sql`
  SELECT * FROM (${groups}) AS page ORDER BY ${order(asked)} LIMIT ${asked.limit} OFFSET ${asked.offset}`;

/**
 * Clicks by group, of which two numbers are needed and no link; what was sold, few rows that carry all else; the points of
 * the period before, where they are shown. Summed together, each of the many rows of clicks would be added up eight times
 * as nothing. What was sold is summed up by link first; of a payroll it stands as it is, since by half-month and tier
 * there is little to sum.
 */
function figures(actor: Actor, asked: SitesQuery, ofPage = false): Statement {
  const { groupBy, range } = asked;
  const keys = keysOf(groupBy);
  const only = all([poolOf(asked), ofPage && sql`(${keys}) IN (SELECT ${keys} FROM picked)`]);
  const byDay = goesByDay(groupBy);
  const told = groupBy === "date" ? toldBy(asked, "nobody") : "agents";
  // An agent's office is that of his latest figures: orders offices by their day, within one by number.
  const latest =
    groupBy === "agent" || groupBy === "detail"
      ? sql`max((day - date '1900-01-01') * 2147483648 + company_id)`
      : sql`NULL`;
  const rows = soldOf(actor, asked, { range, byDay, only });
  const sold = asked.variant.payroll
    ? sql`SELECT ${keys}, type_id, 0, 0, events, sales, bonus_sales, earning, bonus_earning, lpp, 0, NULL${paidColumns(asked)}
        FROM (${rows}) AS rows`
    : sql`SELECT ${keys}, type_id, 0, 0, sum(events), sum(sales), sum(bonus_sales), sum(earning), sum(bonus_earning), sum(lpp),
        0, NULL FROM (${rows}) AS rows GROUP BY ${keys}, type_id`;
  const before = sql`
    UNION ALL
    SELECT ${keys}, NULL, 0, 0, 0, 0, 0, 0, 0, 0, sum(lpp_prev), NULL${nothingPaid(asked)}
    FROM (${pointsBefore(actor, asked, ofPage)}) AS rows GROUP BY ${keys}`;
  return sql`
    SELECT ${keys}, NULL::int AS type_id, sum(raws) AS raws, sum(uniques) AS uniques, 0 AS events, 0 AS sales,
      0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS lpp_prev, ${latest} AS latest${nothingPaid(asked)}
    FROM (${clicked(actor, asked, { range, byDay, only }, told)}) AS rows GROUP BY ${keys}
    UNION ALL
    ${sold}${seesPoints(actor, groupBy) ? before : nothing}`;
}

const soldOf = (actor: Actor, asked: SitesQuery, reach: Reach): Statement =>
  asked.variant.payroll ? paidRows(sold(actor, asked, reach, paidBy)) : sold(actor, asked, reach);

/** The points of the period before: of Detail each day's stand in the day after. */
function pointsBefore(actor: Actor, asked: SitesQuery, ofPage = false): Statement {
  const { groupBy, range } = asked;
  const pool = poolOf(asked);
  const earlier = (reach: Parameters<typeof soldEarlier>[2]) => soldEarlier(actor, asked, reach, nothingPaid(asked));
  if (groupBy !== "detail") return earlier({ range: previous(range), shift: 0, byDay: goesByDay(groupBy), only: pool });
  const only = all([pool, ofPage && sql`(day, agent_id) IN (SELECT day - 1, agent_id FROM picked)`]);
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return earlier({ range: before, shift: 1, byDay: true, only });
}

const goesByDay = (groupBy: Grouping) => groupBy === "date" || groupBy === "detail";

const totalled = (asked: SitesQuery, rows: Statement): Statement => sql`
  SELECT type_id, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events, sum(sales) AS sales,
    sum(bonus_sales) AS bonus_sales, sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp${paidSums(asked)}
  FROM ${rows} GROUP BY type_id`;
