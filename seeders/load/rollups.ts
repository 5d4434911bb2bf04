import type pg from "pg";
import { isBonus, isCountedEvent, isSale } from "../../server/trade/events";
import { halfMonthStart } from "../../server/trade/periods/half-month-sql";
import { type Day, addDays, startOfDay } from "../../server/kernel/time";
import { periodOf } from "../../server/trade/periods";
import { sql } from "../../server/kernel/database/sql";
import { isCountedClick } from "../../server/tracking";
import { rollUpColumns, MEASURES, ROLL_UPS, type RollUp, SALE_MEASURES } from "../../models/roll-ups";

const KEYS = "agent_id, day, type_id, company_id, site_id, flags";
const HALF = halfMonthStart(sql`day`).text;

const [SALE, BONUS] = [isSale().text, isBonus().text];

/**
 * The measures of a New York month from clicks and events. A site's own click event (2) counts nowhere. Groups without
 * sales have NULL.
 */
const MONTH = `
  CREATE TEMPORARY TABLE month_of_stats ON COMMIT DROP AS
  SELECT ${KEYS}, geo, ${MEASURES.join(", ")} FROM (
    SELECT agent_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, type_id, company_id, site_id, flags, geo,
      count(*)::integer AS hits, (count(*) FILTER (WHERE ${isCountedClick().text}))::integer AS raws,
      (count(*) FILTER (WHERE is_unique))::integer AS uniques
    FROM clicks WHERE clicked_at >= '$from' AND clicked_at < '$to' GROUP BY 1, 2, 3, 4, 5, 6, 7
  ) clicked
  FULL JOIN (
    SELECT ${KEYS}, geo, count(*) AS events,
      sum(sign) FILTER (WHERE ${SALE}) AS sales, sum(sign) FILTER (WHERE ${BONUS}) AS bonus_sales,
      sum(lpp) FILTER (WHERE ${SALE}) AS lpp, sum(lpp) FILTER (WHERE ${BONUS}) AS bonus_lpp,
      sum(earning) FILTER (WHERE ${SALE}) AS earning, sum(earning) FILTER (WHERE ${BONUS}) AS bonus_earning,
      sum(payout) FILTER (WHERE ${SALE}) AS payout, sum(payout) FILTER (WHERE ${BONUS}) AS bonus_payout
    FROM sale_events WHERE ${isCountedEvent().text} AND day BETWEEN '$first' AND '$last' GROUP BY 1, 2, 3, 4, 5, 6, 7
  ) sold USING (${KEYS}, geo)`;

const isOfSales = (measure: string) => SALE_MEASURES.some((name) => name === measure);
// Without the filter each group would carry an aggregate state for each amount, even the many groups without sales.
const sumOf = (measure: string) =>
  `coalesce(sum(${measure})${isOfSales(measure) ? " FILTER (WHERE events IS NOT NULL)" : ""}, 0)`;
const DAYS = `coalesce(bit_or(1 << (day - ${HALF})) FILTER (WHERE raws > 0 OR events > 0), 0)`;
const BY_DAY_AND_COUNTRY = ["agent_id", "day", "geo", "type_id"];

/** Rows by day are written day by day, as the roll-up would, so that a range of days is stored on few pages. */
function insert(rollUp: RollUp): string {
  const { table, keys, carries, measures, byHalf, keepsDays, only } = rollUp;
  const groups = [...keys, ...carries].map((key) => (byHalf && key === "day" ? HALF : key));
  // The month is grouped by the keys of the finest table, whose sums would be those of one row each.
  const isFinest = BY_DAY_AND_COUNTRY.every((key) => groups.includes(key));
  const values = measures.map((name) => (isFinest ? `coalesce(${name}, 0)` : sumOf(name)));
  return `INSERT INTO ${table} (${[...rollUpColumns(rollUp), ...(keepsDays ? ["days"] : [])].join(", ")})
    SELECT ${[...groups, ...values, ...(keepsDays ? [DAYS] : [])].join(", ")} FROM month_of_stats WHERE ${only}
    ${isFinest ? "" : `GROUP BY ${groups.join(", ")}`} ${byHalf ? "" : "ORDER BY day"}`;
}

/**
 * Builds the tables of totals from the raw rows. One month at a time fits into memory; the groups of two years would be
 * sorted on disk. The coarser tables are sums of the same groups, so that they cannot differ.
 */
export async function buildRollups(
  client: pg.Client,
  days: { first: Day; last: Day },
  step: (month: string, share: number) => void,
): Promise<void> {
  const recreateStatements = await dropIndexes(client);
  const months: Day[] = [];
  for (let day = periodOf(days.first, "month").start; day <= days.last; day = addDays(periodOf(day, "month").end, 1))
    months.push(day);
  for (const [index, first] of months.entries()) {
    step(`totals of ${first.slice(0, 7)}`, index / months.length);
    const { end: last } = periodOf(first, "month");
    const bounds = {
      from: startOfDay(first).toISOString(),
      to: startOfDay(addDays(last, 1)).toISOString(),
      first,
      last,
    };
    await client.query(MONTH.replaceAll(/\$(\w+)/g, (_, name: keyof typeof bounds) => bounds[name]));
    for (const rollUp of ROLL_UPS) await client.query(insert(rollUp));
    await client.query("DROP TABLE month_of_stats");
  }
  step("keys of the totals", 1);
  for (const statement of recreateStatements) await client.query(statement);
}

/**
 * Drops keys and indexes of these tables, because building them once at the end is cheaper. Returns the statements that
 * recreate them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ take: string; put: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS take,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS put
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype = 'p'
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary`,
    [ROLL_UPS.map(({ table }) => table)],
  );
  for (const { take } of rows) await client.query(take);
  return rows.map(({ put }) => put);
}
