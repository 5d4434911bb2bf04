import { Op } from "sequelize";
import { z } from "zod";
import { PaymentRun, PayPeriod, Payment } from "~models";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { execute } from "../../kernel/database/transactions";
import { Id, Ids, Required } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { conflict, noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { now } from "../../kernel/time/now";
import { type Authorship, currentPeriodId, lockPayPeriods } from "../close";
import { periodName } from "../periods";
import { findRun, referenceOf, RunOutput } from "./run";

/** Locks and returns a run that is not undone. Throws 404 for an unknown one and 409 for an undone one. */
async function lockRun(id: number): Promise<RunOutput> {
  // Paying takes the same lock, so the balances that another run settles are final.
  await lockPayPeriods();
  const run = await findRun(id);
  if (run.undoneAt !== null) throw conflict("This payment run is undone.");
  return run;
}

/**
 * Undoes a run that nobody has exported yet: each of its payments returns to the balance by an opposite ledger line, and
 * its half-month is closed but unpaid again. Payments that failed were returned before.
 */
export const undoRun = command({
  name: "payroll.undoRun",
  does: "undo payment runs",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: RunOutput,
  async run({ actor, changed }, { id }) {
    const { periodId, exportedAt } = await lockRun(id);
    if (exportedAt !== null) {
      throw conflict("This payment run was exported and can no longer be undone. Mark its payments as failed instead.");
    }
    const later = await PayPeriod.min<number | null, PayPeriod>("id", {
      where: { id: { [Op.gt]: periodId }, state: "paid" },
    });
    if (later !== null) throw conflict(`Undo the payment of ${periodName(later)} first.`);
    const author = { by: actor.accountId || null, at: now() };
    await returnLines(sql`l.run_id = ${id}`, `Run ${id} undone`, author);
    await PaymentRun.update({ undoneAt: author.at, undoneBy: author.by }, { where: { id } });
    await PayPeriod.update({ state: "closed", paidAt: null, paidBy: null }, { where: { id: periodId } });
    changed({ record: "paymentRun", id, before: { state: "paid" }, after: { state: "undone", periodId } });
    return findRun(id);
  },
});

/**
 * Marks payments of a run as failed. All accounts of each agent return to the balance by opposite ledger lines, so that
 * the next run pays them.
 */
export const failPayments = command({
  name: "payroll.failPayments",
  does: "mark payments as failed",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id, agentIds: Ids, reason: Required() }),
  output: RunOutput,
  async run({ actor, changed }, { id, agentIds, reason }) {
    await lockRun(id);
    const payments = await Payment.findAll({ where: { runId: id, agentId: agentIds } });
    if (payments.length !== agentIds.length) throw noSuch("payment");
    const author = { by: actor.accountId || null, at: now() };
    for (const payment of payments) {
      const { agentId, number, failedAt } = payment;
      const reference = referenceOf(id, number);
      if (failedAt !== null) throw conflict(`Payment ${reference} is already marked as failed.`);
      await returnLines(sql`l.run_id = ${id} AND l.agent_id = ${agentId}`, `${reference} failed: ${reason}`, author);
      await payment.update({ failedAt: author.at, failedBy: author.by, failedReason: reason });
    }
    const failed = payments.map(({ number }) => referenceOf(id, number));
    changed({ record: "paymentRun", id, before: null, after: { failed, reason } });
    return findRun(id);
  },
});

/** Writes the opposite of payment lines `l` into the current half-month, once for each. */
const returnLines = (condition: Statement, reason: string, { by, at }: Authorship): Promise<number> =>
  execute(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, php, usd, agent, office_name, reason, by_account_id, at,
      refers_to, settles, run_id)
    SELECT ${currentPeriodId()}::int, l.agent_id, l.company_id, 'payment', -l.php, -l.usd, l.agent, l.office_name,
      ${reason}::text, ${by}::int, ${at}::timestamptz, l.id, l.settles, l.run_id
    FROM ledger l
    WHERE ${all([condition])} AND l.refers_to IS NULL AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.kind = 'payment' AND r.refers_to = l.id)
    ORDER BY l.id`);
