import { queryRows } from "../kernel/database/transactions";
import { isCountedEvent } from "../trade/events";
import { isCorrection, isNoCorrection } from "../trade/flags";
import { payPeriodIdOf } from "../trade/periods/half-month-sql";
import { payPeriod } from "../trade/periods";
import { sql } from "../kernel/database/sql";
import { allPeriods, computePeriodHash } from "../payroll";
import { LEDGER_BASIS } from "../tracking";
import { type Check, type Finding, sqlCheck } from "./finding";

/** The examples as one finding; an empty list if there are none. */
const listed = (says: string, examples: readonly string[]): Finding[] =>
  examples[0] === undefined ? [] : [{ says, count: examples.length, example: examples[0] }];

const sealed: Check = async () => {
  const closed = await queryRows<{ id: number; rate: string | null; hash: string }>(sql`
    SELECT id, php_per_usd AS rate, hash FROM pay_periods ORDER BY id`);
  const broken: string[] = [];
  for (const { id, rate, hash } of closed)
    if ((await computePeriodHash(id, rate ?? "0")) !== hash) broken.push(`period ${id}`);
  return listed("Closed pay periods whose lines or rate do not match their hash", broken);
};

const periodOrder: Check = async () => {
  const all = await allPeriods();
  const last = all.findLastIndex(({ state }) => state !== "open");
  const left = all.slice(0, Math.max(0, last)).filter(({ state }) => state === "open");
  return listed(
    "Open pay periods before a closed one",
    left.map(({ id }) => `period ${id}`),
  );
};

const periodNumbers: Check = async () => {
  const periods = await queryRows<{ id: number; start: string; end: string }>(sql`
    SELECT id, start_day::text AS start, end_day::text AS "end" FROM pay_periods ORDER BY id`);
  const wrong = periods.filter(({ id, start, end }) => {
    const days = payPeriod(id);
    return days?.start !== start || days.end !== end;
  });
  return listed(
    "Pay periods whose days do not match their number",
    wrong.map(({ id }) => `period ${id}`),
  );
};

const [event, flags] = [sql`e.event`, sql`e.flags`];
const LINE = sql`format('line %s of agent %s in period %s', l.id, l.agent_id, l.period_id)`;
const LEDGER_KEY = sql`format('agent %s, office %s, link %s in period %s', agent_id, company_id, type_id, period_id)`;

/** Checks that closed pay periods are unchanged and that ledger lines refer to existing rows. */
export const payroll: Check[] = [
  sealed,
  periodOrder,
  periodNumbers,
  sqlCheck(
    "Events added to a pay period after it was closed",
    sql`
      SELECT format('event %s of agent %s in period %s', e.id, e.agent_id, p.id) AS example
      FROM pay_periods p JOIN sale_events e ON e.day BETWEEN p.start_day AND p.end_day AND e.received_at > p.closed_at`,
  ),
  sqlCheck(
    "Lines of closed pay periods with a wrong number of events",
    sql`
      SELECT ${LEDGER_KEY} AS example FROM (
        SELECT p.id AS period_id, e.agent_id, e.company_id, e.type_id, ${LEDGER_BASIS} AS basis, e.sign::int AS count
        FROM pay_periods p JOIN sale_events e ON e.day BETWEEN p.start_day AND p.end_day
        WHERE ${isCountedEvent(event)} AND ${isNoCorrection(flags)} AND e.received_at <= p.closed_at
        UNION ALL
        SELECT l.period_id, l.agent_id, l.company_id, l.type_id, l.basis, -l.count
        FROM ledger l JOIN pay_periods p ON p.id = l.period_id WHERE l.kind = 'event'
      ) AS both_sides
      GROUP BY period_id, agent_id, company_id, type_id, basis HAVING sum(count) <> 0`,
  ),
  sqlCheck(
    "Corrections without a ledger line, or correction lines without a correction",
    sql`
      SELECT ${LEDGER_KEY} AS example FROM (
        SELECT ${payPeriodIdOf(sql`e.day`)} AS period_id, e.agent_id, e.company_id, e.type_id, 1 AS count, e.payout AS php
        FROM sale_events e WHERE ${isCountedEvent(event)} AND ${isCorrection(flags)}
        UNION ALL
        SELECT l.period_id, l.agent_id, l.company_id, l.type_id, -1, -l.php FROM ledger l WHERE l.kind = 'correction'
      ) AS both_sides
      GROUP BY period_id, agent_id, company_id, type_id HAVING sum(count) <> 0 OR sum(php) <> 0`,
  ),
  sqlCheck(
    "Corrections that refer to another agent's or link's line",
    sql`
      SELECT ${LINE} AS example FROM ledger l JOIN ledger o ON o.id = l.refers_to
      WHERE l.kind = 'correction' AND (o.kind <> 'event' OR o.agent_id <> l.agent_id OR o.company_id <> l.company_id
        OR o.type_id <> l.type_id OR o.basis <> l.basis OR o.period_id >= l.period_id)`,
  ),
  // The last payment that was not returned leaves each account of the agent at 0 in immutable lines, so later
  // corrections and returned payments cause no finding.
  sqlCheck(
    "Accounts that were paid more than they earned",
    sql`
      SELECT format('agent %s at office %s up to period %s: ₱%s and $%s', l.agent_id, l.company_id, settled.period_id,
        -sum(l.php), -sum(coalesce(l.usd, round(l.php / p.php_per_usd, 2)))) AS example
      FROM (
        SELECT l.agent_id, max(l.settles) AS period_id, max(l.id) AS last_id
        FROM ledger l JOIN pay_periods p ON p.id = l.settles
        WHERE l.kind = 'payment' AND p.state = 'paid' AND l.refers_to IS NULL
          AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.kind = 'payment' AND r.refers_to = l.id)
        GROUP BY l.agent_id
      ) AS settled
      JOIN ledger l ON l.agent_id = settled.agent_id AND coalesce(l.settles, l.period_id) <= settled.period_id
        AND (l.kind <> 'payment' OR l.refers_to IS NULL OR l.id <= settled.last_id)
      LEFT JOIN pay_periods p ON p.id = l.period_id
      GROUP BY l.agent_id, l.company_id, settled.period_id
      HAVING sum(l.php) < 0 OR sum(coalesce(l.usd, round(l.php / p.php_per_usd, 2))) < 0`,
  ),
  sqlCheck(
    "Payments of pay periods that are not paid",
    sql`
      SELECT format('line %s of agent %s in period %s', min(l.id), l.agent_id, min(l.period_id)) AS example
      FROM ledger l LEFT JOIN pay_periods p ON p.id = l.settles
      WHERE l.kind = 'payment' AND p.state IS DISTINCT FROM 'paid'
      GROUP BY l.settles, l.agent_id, l.company_id HAVING sum(l.php) <> 0 OR sum(l.usd) <> 0`,
  ),
];
