import { z } from "zod";
import { PayPeriod } from "~models";
import { now } from "../kernel/periods/now";
import { queryOne, execute } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";
import { type Authorship, currentPeriodId, lockForPayment } from "./close";
import { currentAgentName, ledgerLines, nameJoins } from "./lines";
import { findPeriod, PayPeriodOutput } from "./periods";

// SQL by hand: one statement turns the balances of all accounts into payment lines.

/**
 * Marks the oldest unpaid closed half-month as paid and settles the accounts of agents with a positive balance. Their
 * lines up to its end, minus all payments so far, become payment lines in the current half-month.
 */
export const pay = command({
  name: "payroll.pay",
  does: "pay pay periods",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: PayPeriodOutput,
  async run({ actor, changed }, { id }) {
    await lockForPayment(id);
    const settled = await settle(id, currentPeriodId(), { by: actor.accountId || null, at: now() });
    changed({ record: "payPeriod", id, before: { state: "closed" }, after: { state: "paid", ...settled } });
    return findPeriod(id);
  },
});

/**
 * Writes the payments for a closed half-month into the period `targetPeriodId` and marks it paid, in the open transaction. The
 * caller must have checked that it may be paid. Returns the number of payments and their sum in pesos as decimal text.
 */
export async function settle(
  id: number,
  targetPeriodId: number,
  { by, at }: Authorship,
): Promise<{ payments: number; php: string }> {
  const payments = await execute(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, php, usd, agent, office_name, by_account_id, at, settles)
    SELECT ${targetPeriodId}::int, due.agent_id, due.company_id, 'payment', -due.php, -due.usd, ${currentAgentName}, o.office_name,
      ${by}::int, ${at}::timestamptz, ${id}::int
    FROM (${balancesDue(id)}) AS due ${nameJoins(sql`due`)}
    ORDER BY due.agent_id, due.company_id`);
  await PayPeriod.update({ state: "paid", paidAt: at, paidBy: by }, { where: { id } });
  const row = await queryOne<{ php: string }>(sql`
    SELECT coalesce(-sum(php), 0)::text AS php FROM ledger WHERE settles = ${id} AND kind = 'payment'`);
  return { payments, php: row?.php ?? "0" };
}

/**
 * The accounts that paying a period settles, as one relation: agent_id, company_id, php, usd. An agent's accounts at
 * several offices are settled together if their sum in pesos is above 0. An account with a balance of 0 gets no line.
 *
 * Earlier releases allowed paying in any order, so a later period may already be paid. Its payments also settled the
 * lines of this one. The balance therefore includes the lines of every paid period; otherwise an agent who lost pesos
 * later would be paid them again.
 */
export const balancesDue = (periodId: number): Statement => sql`
  SELECT agent_id, company_id, php, usd FROM (
    SELECT *, sum(php) OVER (PARTITION BY agent_id) AS owed FROM (
      SELECT "agentId" AS agent_id, "companyId" AS company_id, sum(php) AS php, coalesce(sum(usd), 0) AS usd
      FROM (${ledgerLines(sql`l.period_id <= ${lastSettled(periodId)} OR l.kind = 'payment'`)}) AS lines GROUP BY 1, 2
    ) AS accounts
  ) AS balances
  WHERE owed > 0 AND (php <> 0 OR usd <> 0)`;

const lastSettled = (periodId: number): Statement =>
  sql`greatest(${periodId}::int, (SELECT max(id) FROM pay_periods WHERE state = 'paid'))`;
