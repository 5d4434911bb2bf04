import { z } from "zod";
import { rows } from "../../kernel/database";
import { eachDay, eachMonth, type Period, previous, progress, type Range } from "../../kernel/periods";
import type { Actor } from "../../kernel/roles";
import { sql, type Statement } from "../../kernel/sql";
import { sold } from "../source";

/**
 * The sales of an office along a period: a point for each day (YYYY-MM-DD) or month (YYYY-MM), also the empty ones, with
 * its growth against the point before in per cent, not rounded; null where there is neither a sale nor a change.
 */
export const Chart = z.object({
  companyId: z.int(),
  officeName: z.string(),
  items: z.array(z.object({ date: z.string(), value: z.int(), progress: z.number().nullable() })),
});
type Chart = z.output<typeof Chart>;
type Found = { companyId: number; officeName: string; sales: Record<string, number> };

/** Of the offices that the account may see and that sold in the period, by name, or of one of them. */
export async function charts(actor: Actor, period: Period, companyId?: number): Promise<Chart[]> {
  const points = (range: Range) => (period.unit === "month" ? eachMonth(range) : eachDay(range));
  const [before = "", ...dates] = [...points(previous(period, period.unit)), ...points(period)];
  const found = await rows<Found>(chartsStatement(actor, period, companyId));
  return found
    .map(({ companyId, officeName, sales }): Chart => {
      let last = sales[before] ?? 0;
      const items = dates.map((date) => {
        const value = sales[date] ?? 0;
        const grown = progress(last, value);
        last = value;
        return { date, value, progress: value === 0 && grown === 0 ? null : grown };
      });
      return { companyId, officeName, items };
    })
    .filter(({ items }) => items.some(({ value }) => value !== 0));
}

/** Days with a sale come as such; months are read by their half-months, an eighth of the rows. */
export function chartsStatement(actor: Actor, period: Period, companyId?: number): Statement {
  const byDay = period.unit !== "month";
  const range = { start: previous(period, period.unit).start, end: period.end };
  return sql`
    SELECT offices.id AS "companyId", office_name AS "officeName", sales
    FROM (
      SELECT company_id, json_object_agg(date, sales) AS sales
      FROM (
        SELECT company_id, ${byDay ? sql`day::text` : sql`left(day::text, 7)`} AS date, sum(sales) AS sales
        FROM (${sold(actor, { companyId }, { range, byDay })}) AS rows GROUP BY company_id, date
      ) AS points
      WHERE sales <> 0 GROUP BY company_id
    ) AS charts
    JOIN offices ON offices.id = company_id
    ORDER BY lower(office_name), offices.id`;
}
