import { expect, test } from "vitest";
import { readTransaction, queryRows } from "../../../server/kernel/database/transactions";
import { halfMonthStart, payPeriodIdOf } from "../../../server/trade/periods/half-month-sql";
import { addDays, type Day } from "../../../server/kernel/time";
import { payPeriodId, periodOf } from "../../../server/trade/periods";
import { sql } from "../../../server/kernel/database/sql";

const FIRST = "2016-01-01";
const LAST = "2035-12-31";

test("SQL and the program agree on the half-month and pay period of every day of twenty years", async () => {
  const found = await readTransaction(() =>
    queryRows(sql`
      SELECT day::text, ${halfMonthStart(sql`day`)}::text AS half, ${payPeriodIdOf(sql`day`)} AS id
      FROM (SELECT ${FIRST}::date + n AS day FROM generate_series(0, ${LAST}::date - ${FIRST}::date) AS n) AS days
      ORDER BY day`),
  );
  const days: Day[] = [];
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) days.push(day);
  expect(days.length).toBe(7_305);
  expect(found).toEqual(days.map((day) => ({ day, half: periodOf(day, "beWeek").start, id: payPeriodId(day) })));
});
