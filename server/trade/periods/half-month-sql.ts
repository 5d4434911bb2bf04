import { sql, type Statement } from "../../kernel/database/sql";

/**
 * Half-months in SQL, over a column of New York days (`half-months.ts` has the same in TypeScript). These are fragments,
 * not functions in the database, so that every server of a distributed database can compute them. They run for each of
 * many rows, and subtracting an integer from a date takes a third of the time of `date_trunc` with an interval.
 */

const dayOfMonth = (day: Statement): Statement => sql`date_part('day', ${day})`;
const isSecond = (day: Statement): Statement => sql`${dayOfMonth(day)} > 15`;

/** The first day of a day's half-month: the 1st or the 16th. */
export const halfMonthStart = (day: Statement): Statement =>
  sql`(${day} - ${dayOfMonth(day)}::int + CASE WHEN ${isSecond(day)} THEN 16 ELSE 1 END)`;

/** The ID of a day's pay period: YYYYMM and 1 or 2. */
export const payPeriodIdOf = (day: Statement): Statement =>
  sql`(to_char(${day}, 'YYYYMM')::int * 10 + CASE WHEN ${isSecond(day)} THEN 2 ELSE 1 END)`;
