import { isCountedEvent, ifSale } from "../../server/trade/events";
import { isAvp } from "../../server/trade/flags";
import { halfMonthsIn, instants, type Range } from "../../server/trade/periods";
import { all, join, sql, type Statement } from "../../server/kernel/database/sql";
import { isCountedClick } from "../../server/tracking";

/** The figures of a site report by plain SQL: the cost of a report that only sums its groups. */
export type SumQuery = {
  groupBy: keyof typeof keys;
  range: Range;
  geo?: string;
  avp: boolean;
  paid: boolean;
  /** Reads the roll-up by day only. */
  byDay: boolean;
};

export const keys = { date: sql`day`, company: sql`company_id`, agent: sql`agent_id`, detail: sql`day, agent_id` };

/** From the roll-ups. As in the reports, whole half-months come from the half-month tables unless days are needed. */
export function rollUpFloor({ groupBy, range, geo, avp, paid, byDay }: SumQuery): Statement {
  const needsDays = byDay || groupBy === "date" || groupBy === "detail";
  const { halves, days } = needsDays ? { halves: [], days: [range] } : halfMonthsIn(range);
  const [first, last] = [halves[0], halves.at(-1)];
  const condition = all([geo !== undefined && sql`geo = ${geo}`, avp && isAvp()]);
  const rowsFrom = (table: Statement, part: Range) => sql`
    SELECT ${keys[groupBy]}, raws, uniques, sales, earning${paid ? sql`, payout` : sql``} FROM ${table}
    WHERE day BETWEEN ${part.start}::date AND ${part.end}::date AND ${condition}`;
  const half = geo === undefined ? sql`stats_half` : sql`stats_half_geo`;
  const day = geo === undefined ? sql`stats_day` : sql`stats_day_geo`;
  const parts = [
    ...(first && last ? [rowsFrom(half, { start: first.start, end: last.end })] : []),
    ...days.map((part) => rowsFrom(day, part)),
  ];
  return groupedPage(keys[groupBy], join(parts, sql` UNION ALL `), paid);
}

/** Straight from clicks and events. */
export function rawRows({ groupBy, range, geo, avp, paid }: SumQuery): Statement {
  const [from, to] = instants(range);
  const condition = all([geo !== undefined && sql`geo = ${geo}`, avp && isAvp()]);
  const rows = sql`
    SELECT agent_id, company_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, (${isCountedClick()})::int AS raws,
      is_unique::int AS uniques, 0 AS sales, 0 AS earning, 0 AS payout
    FROM clicks WHERE clicked_at >= ${from} AND clicked_at < ${to} AND ${condition}
    UNION ALL
    SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques, ${ifSale(sql`sign`)} AS sales, earning, payout
    FROM sale_events WHERE ${isCountedEvent()} AND day BETWEEN ${range.start}::date AND ${range.end}::date AND ${condition}`;
  return groupedPage(keys[groupBy], rows, paid);
}

/** Forms all groups, since the totals need them, and returns the first fifty. */
const groupedPage = (key: Statement, rows: Statement, paid: boolean): Statement => sql`
  WITH groups AS MATERIALIZED (
    SELECT ${key}, sum(raws) AS raws, sum(uniques) AS uniques, sum(sales) AS sales, sum(earning) AS earning
      ${paid ? sql`, sum(payout) AS payout` : sql``}
    FROM (${rows}) AS rows GROUP BY ${key}
  )
  SELECT * FROM (SELECT * FROM groups ORDER BY ${key} LIMIT 50) AS page CROSS JOIN (
    SELECT count(*) AS total, sum(raws) AS all_raws, sum(uniques) AS all_uniques, sum(sales) AS all_sales,
      sum(earning) AS all_earning ${paid ? sql`, sum(payout) AS all_payout` : sql``} FROM groups
  ) AS totals`;
