import { sql } from "../kernel/database/sql";
import { type Check, sqlCheck } from "./finding";

const PAYMENT = sql`format('agent %s in run %s', agent_id, run_id)`;

/** Checks that payment runs, their payments and the ledger agree to the cent. */
export const paymentRuns: Check[] = [
  sqlCheck(
    "Payment runs of pay periods that are not paid",
    sql`
      SELECT format('run %s of period %s', r.id, r.period_id) AS example
      FROM payment_runs r LEFT JOIN pay_periods p ON p.id = r.period_id
      WHERE r.undone_at IS NULL AND p.state IS DISTINCT FROM 'paid'`,
  ),
  sqlCheck(
    "Payments without a ledger line of their run, or such lines without a payment",
    sql`
      SELECT ${PAYMENT} AS example
      FROM payments p
      FULL JOIN (SELECT DISTINCT run_id, agent_id FROM ledger WHERE run_id IS NOT NULL) AS l USING (run_id, agent_id)
      WHERE p.number IS NULL OR l.run_id IS NULL`,
  ),
  sqlCheck(
    "Failed or undone payments that were not returned to the cent, or returned ones that are neither",
    sql`
      SELECT ${PAYMENT} AS example
      FROM (
        SELECT run_id, agent_id, company_id, sum(php) AS php, sum(usd) AS usd, bool_or(refers_to IS NOT NULL) AS returned
        FROM ledger WHERE run_id IS NOT NULL GROUP BY 1, 2, 3
      ) AS l
      JOIN payments p USING (run_id, agent_id)
      JOIN payment_runs r ON r.id = run_id
      WHERE returned IS DISTINCT FROM (p.failed_at IS NOT NULL OR r.undone_at IS NOT NULL)
        OR returned AND (php <> 0 OR usd <> 0)`,
  ),
  sqlCheck(
    "Lines that return another account's, run's or half-month's payment",
    sql`
      SELECT format('line %s of agent %s', l.id, l.agent_id) AS example FROM ledger l JOIN ledger o ON o.id = l.refers_to
      WHERE l.kind = 'payment' AND (o.kind <> 'payment' OR o.refers_to IS NOT NULL OR o.agent_id <> l.agent_id
        OR o.company_id <> l.company_id OR o.settles <> l.settles OR o.run_id IS DISTINCT FROM l.run_id)`,
  ),
];
