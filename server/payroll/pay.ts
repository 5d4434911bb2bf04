import { z } from "zod";
import { PayPeriod, PaymentRun } from "~models";
import { now } from "../kernel/time/now";
import { queryOne, queryRows, execute } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";
import { type Authorship, currentPeriodId, lockForPayment } from "./close";
import { currentAgentName, ledgerLines, nameJoins } from "./lines";
import { findPeriod, PayPeriodOutput } from "./periods";
import { createPayments } from "./runs/destinations";

/**
 * Marks the oldest unpaid closed half-month as paid and settles the accounts of agents with a positive balance. Their
 * lines up to its end, minus all payments so far, become payment lines in the current half-month, all of one run. The
 * run keeps the destinations that are used now.
 */
export const pay = command({
  name: "payroll.pay",
  does: "pay half-months",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: PayPeriodOutput,
  run: payPeriod,
});

/** The same command under the same name, for a form that continues on the page of the run. */
export const payWithRun = command({
  name: pay.name,
  does: "pay half-months",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: PayPeriodOutput.extend({ run: z.int() }),
  run: payPeriod,
});

async function payPeriod({ actor, changed }: Call, { id }: { id: number }) {
  await lockForPayment(id);
  const settled = await settle(id, currentPeriodId(), { by: actor.accountId || null, at: now() });
  changed({ record: "payPeriod", id, before: { state: "closed" }, after: { state: "paid", ...settled } });
  return { ...(await findPeriod(id)), run: settled.run };
}

/**
 * Writes the payments for a closed half-month into the period `targetPeriodId` and marks it paid, in the open
 * transaction. The caller must have checked that it may be paid. Returns the number of the run, the number of payment
 * lines and their sum in pesos as decimal text.
 */
export async function settle(
  id: number,
  targetPeriodId: number,
  { by, at }: Authorship,
): Promise<{ run: number; payments: number; php: string }> {
  const run = await createRun(id, { by, at });
  const payments = await execute(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, php, usd, agent, office_name, by_account_id, at, settles, run_id)
    SELECT ${targetPeriodId}::int, due.agent_id, due.company_id, 'payment', -due.php, -due.usd, ${currentAgentName}, o.office_name,
      ${by}::int, ${at}::timestamptz, ${id}::int, ${run}::int
    FROM (${balancesDue(id)}) AS due ${nameJoins(sql`due`)}
    ORDER BY due.agent_id, due.company_id`);
  const agents = await queryRows<{ id: number }>(sql`
    SELECT agent_id AS id FROM ledger WHERE run_id = ${run} GROUP BY agent_id
    ORDER BY min(agent) COLLATE by_name, agent_id`);
  await createPayments(
    run,
    agents.map(({ id: agentId }) => agentId),
  );
  await PayPeriod.update({ state: "paid", paidAt: at, paidBy: by }, { where: { id } });
  const row = await queryOne<{ php: string }>(sql`
    SELECT coalesce(-sum(php), 0)::text AS php FROM ledger WHERE run_id = ${run}`);
  return { run, payments, php: row?.php ?? "0" };
}

/** Runs are numbered without gaps: the caller holds the lock of paying, so no other run takes the same number. */
async function createRun(periodId: number, { by, at }: Authorship): Promise<number> {
  const last = await PaymentRun.max<number | null, PaymentRun>("id");
  const { id } = await PaymentRun.create({
    ...{ id: (last ?? 0) + 1, periodId, madeAt: at, madeBy: by },
    destinationsKept: true,
  });
  return id;
}

/**
 * The accounts that paying a period settles, as one relation: agent_id, company_id, php, usd. An agent's accounts at
 * several offices are settled together if their sum in pesos is above 0. An account with a balance of 0 gets no line,
 * and agents who are held back get none.
 */
export const balancesDue = (periodId: number): Statement => sql`
  SELECT agent_id, company_id, php, usd FROM (${balances(periodId)}) AS balances
  WHERE owed > 0 AND hold_id IS NULL AND (php <> 0 OR usd <> 0)`;

/**
 * The balances of all accounts at the end of a period, as one relation: agent_id, company_id, php, usd; owed (pesos of
 * all accounts of the agent); hold_id (NULL unless the agent is held back); and the parts of php: opening, earned (events
 * of the period) and others (its other lines).
 *
 * Earlier releases allowed paying in any order, so a later period may already be paid. Its payments also settled the
 * lines of this one. The balance therefore includes the lines of every paid period; otherwise an agent who lost pesos
 * later would be paid them again.
 */
export const balances = (periodId: number): Statement => sql`
  SELECT accounts.*, sum(php) OVER (PARTITION BY agent_id) AS owed, php - earned - others AS opening,
    (SELECT id FROM payment_holds h WHERE h.agent_id = accounts.agent_id AND released_at IS NULL) AS hold_id
  FROM (
    SELECT "agentId" AS agent_id, "companyId" AS company_id, sum(php) AS php, coalesce(sum(usd), 0) AS usd,
      coalesce(sum(php) FILTER (WHERE "periodId" = ${periodId} AND kind = 'event'), 0) AS earned,
      coalesce(sum(php) FILTER (WHERE "periodId" = ${periodId} AND kind NOT IN ('event', 'payment')), 0) AS others
    FROM (${ledgerLines(sql`l.period_id <= ${lastSettled(periodId)} OR l.kind = 'payment'`)}) AS lines GROUP BY 1, 2
  ) AS accounts`;

const lastSettled = (periodId: number): Statement =>
  sql`greatest(${periodId}::int, (SELECT max(id) FROM pay_periods WHERE state = 'paid'))`;
