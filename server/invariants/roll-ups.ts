import {
  CLICK_MEASURES,
  hasColumn,
  MEASURES,
  ROLL_UPS,
  type RollUp,
  SALE_MEASURES,
  smallestRollUp,
} from "../../models/roll-ups";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { isCountedEvent, ifBonus, ifSale } from "../trade/events";
import { instants, type Range } from "../trade/periods";
import { identifier, join, sql, type Statement } from "../kernel/database/sql";
import { isCountedClick } from "../tracking";
import type { Finding } from "./finding";
import { perHalfMonth } from "./halves";

/**
 * Checks of the roll-ups. Each table must equal the sum of clicks and events minus the deltas that are not rolled up
 * yet.
 */

const measures = MEASURES.map(identifier);
const NEGATED = join(measures.map((name) => sql`-${name} AS ${name}`));
const SUMS = join(measures.map((name) => sql`sum(${name}) AS ${name}`));
const zeroes = (names: readonly string[]) => join(names.map((name) => sql`0 AS ${identifier(name)}`));
const KEYS = sql`agent_id, day, type_id, company_id, site_id, flags`;

/**
 * The expected sums of a half-month by day and country: its clicks and events minus the deltas of the same snapshot.
 */
const expected = ({ start, end }: Range): Statement => {
  const [from, to] = instants({ start, end });
  return sql`
    SELECT ${KEYS}, geo, ${SUMS} FROM (
      SELECT agent_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, type_id, company_id, site_id, flags, geo,
        1 AS hits, (${isCountedClick()})::int AS raws, is_unique::int AS uniques, ${zeroes(SALE_MEASURES)}
      FROM clicks WHERE clicked_at >= ${from} AND clicked_at < ${to}
      UNION ALL
      SELECT ${KEYS}, geo, ${zeroes(CLICK_MEASURES)}, 1 AS events, ${ifSale(sql`sign`)} AS sales, ${ifBonus(sql`sign`)} AS bonus_sales,
        ${ifSale(sql`lpp`)} AS lpp, ${ifBonus(sql`lpp`)} AS bonus_lpp,
        ${ifSale(sql`earning`)} AS earning, ${ifBonus(sql`earning`)} AS bonus_earning,
        ${ifSale(sql`payout`)} AS payout, ${ifBonus(sql`payout`)} AS bonus_payout
      FROM sale_events WHERE day BETWEEN ${start}::date AND ${end}::date AND ${isCountedEvent()}
      UNION ALL
      SELECT ${KEYS}, geo, ${NEGATED} FROM stats_delta WHERE day BETWEEN ${start}::date AND ${end}::date
    ) AS moved GROUP BY ${KEYS}, geo`;
};

/** `hits.ts` checks the tables that count clicks of every class. */
const TABLES = ROLL_UPS.filter((rollUp) => hasColumn(rollUp, "raws"));
const BY_DAY_AND_COUNTRY = smallestRollUp("day", ["agent_id", "geo", ...MEASURES]);
const OTHER_TABLES = TABLES.filter(({ table }) => table !== BY_DAY_AND_COUNTRY.table);

/** Keys of a table, with constants in place of those that it does not have. */
const keyColumns = (rollUp: RollUp, day: Statement): Statement => {
  const id = (name: string) => sql`${hasColumn(rollUp, name) ? identifier(name) : sql`0`} AS ${identifier(name)}`;
  return sql`${id("agent_id")}, ${day} AS day, ${id("type_id")}, ${id("company_id")}, ${id("site_id")}, flags,
    ${hasColumn(rollUp, "geo") ? sql`geo` : sql`''`} AS geo`;
};
const measureColumns = (rollUp: RollUp, sign = sql``): Statement =>
  join(
    MEASURES.map((name) =>
      hasColumn(rollUp, name) ? sql`${sign}${identifier(name)} AS ${identifier(name)}` : sql`0 AS ${identifier(name)}`,
    ),
  );

const DIFFERENCES = sql`concat_ws(', ', VARIADIC array_remove(ARRAY[${join(
  MEASURES.map((name) => {
    const [label, sum] = [name.replace("_", " "), sql`sum(${identifier(name)})`];
    return sql`CASE WHEN ${sum} <> 0 THEN ${label}::text || CASE WHEN ${sum} > 0 THEN ' +' ELSE ' ' END || ${sum} END`;
  }),
)}], NULL))`;

/** Sums for a table without agents, because their rows are many. */
const summed = (expectedRows: Statement, rollUp: RollUp): Statement => {
  if (hasColumn(rollUp, "agent_id")) return expectedRows;
  const keys = join([...rollUp.keys, ...rollUp.carries].map(identifier));
  const sums = join(rollUp.measures.map((name) => sql`sum(${identifier(name)}) AS ${identifier(name)}`));
  return sql`SELECT ${keys}, ${sums} FROM (${expectedRows}) AS by_agent GROUP BY ${keys}`;
};

/** Keys at which the expected rows and a table differ. The example contains the table's surplus. */
const differingRows = (expectedRows: Statement, rollUp: RollUp, { start, end }: Range): Statement => sql`
  SELECT format('agent %s, office %s, link %s%s on %s: %s', agent_id, company_id, type_id, ' ' || geo, day, ${DIFFERENCES}) AS example
  FROM (
    SELECT ${keyColumns(rollUp, rollUp.byHalf ? sql`${start}::date` : sql`day`)}, ${measureColumns(rollUp, sql`-`)}
    FROM (${summed(expectedRows, rollUp)}) AS due
    UNION ALL
    SELECT ${keyColumns(rollUp, sql`day`)}, ${measureColumns(rollUp)} FROM ${identifier(rollUp.table)} WHERE day BETWEEN ${start}::date AND ${end}::date
  ) AS both_sides
  GROUP BY ${KEYS}, geo
  HAVING ${HAS_DIFFERENCE}`;

const HAS_DIFFERENCE = join(
  measures.map((name) => sql`sum(${name}) <> 0`),
  sql` OR `,
);

type Difference = { name: string; count: number; example: string };

const findDifferences = (expectedRows: Statement, tables: readonly RollUp[], half: Range): Promise<Difference[]> =>
  queryRows(sql`
    WITH due AS MATERIALIZED (${expectedRows})
    SELECT name, count(*) AS count, min(example) AS example FROM (${join(
      tables.map(
        (rollUp) =>
          sql`SELECT ${rollUp.table}::text AS name, d.example FROM (${differingRows(sql`SELECT * FROM due`, rollUp, half)}) AS d`,
      ),
      sql` UNION ALL `,
    )}) AS differences GROUP BY name`);

export const rollUps = perHalfMonth(async (half): Promise<Finding[]> => {
  if (await areSums(half)) return missingDays(half);
  const mismatches = await findDifferences(expected(half), TABLES, half);
  const says = (name: string) => `Rows of ${name} that differ from the sum of their clicks and events`;
  const own = mismatches.filter(({ name }) => name === BY_DAY_AND_COUNTRY.table);
  if (own.length > 0 && (await rollUpsAgree(half))) {
    // The roll-ups agree with each other, so a click, an event or a delta is missing or surplus.
    return own.map(({ count, example }) => ({ says: UNMATCHED, count, example }));
  }
  return [
    ...mismatches.map(({ name, count, example }) => ({ says: says(name), count, example })),
    ...(await missingDays(half)),
  ];
});

const UNMATCHED = "Measures without their click or event, or clicks and events without measures";

const stored = ({ start, end }: Range): Statement =>
  sql`SELECT ${KEYS}, geo, ${join(measures)} FROM stats_day_geo WHERE day BETWEEN ${start}::date AND ${end}::date`;

/** True if all other tables are sums of `stats_day_geo`. */
const rollUpsAgree = async (half: Range): Promise<boolean> =>
  (await findDifferences(stored(half), OTHER_TABLES, half)).length === 0;

/**
 * True if `stats_day_geo` is the sum of clicks and events, and each other table is a sum of it. One statement for each, so
 * that every server of a cluster compares the rows of its own agents; with the sums in a part of one statement, all rows
 * would be sent to the first server.
 */
async function areSums(half: Range): Promise<boolean> {
  const sums = OTHER_TABLES.map((rollUp) => differingRows(stored(half), rollUp, half));
  for (const differing of [differingRows(expected(half), BY_DAY_AND_COUNTRY, half), ...sums])
    if (await queryOne(sql`SELECT example FROM (${differing}) AS differing LIMIT 1`)) return false;
  return true;
}

/** Finds rows by half-month whose `days` differ from the tables by day. */
function missingDays({ start, end }: Range): Promise<Finding[]> {
  const isInHalf = sql`day BETWEEN ${start}::date AND ${end}::date`;
  const pairs = TABLES.filter(({ keepsDays }) => keepsDays).map((rollUp) => {
    const keys = keyColumns(rollUp, sql`${start}::date`);
    const days = smallestRollUp("day", [...rollUp.keys, "events"]);
    return sql`
      SELECT ${rollUp.table}::text AS name, agent_id, geo FROM (
        SELECT ${keys}, bit_or(1 << (day - ${start}::date)) AS days FROM ${identifier(days.table)}
        WHERE ${isInHalf} AND (raws > 0 OR events > 0) GROUP BY 1, 2, 3, 4, 5, 6, 7
      ) AS due
      FULL JOIN (SELECT ${keys}, days FROM ${identifier(rollUp.table)} WHERE ${isInHalf} AND days <> 0) AS kept
        USING (agent_id, day, type_id, company_id, site_id, flags, geo)
      WHERE due.days IS DISTINCT FROM kept.days`;
  });
  return queryRows<Finding>(sql`
    SELECT 'Rows of ' || name || ' that keep other days than those by day have' AS says, count(*) AS count,
      min(concat_ws(' ', 'agent', agent_id, nullif(geo, ''), 'in the half-month from', ${start}::text)) AS example
    FROM (${join(pairs, sql` UNION ALL `)}) AS differing GROUP BY name`);
}
