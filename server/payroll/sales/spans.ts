import { LedgerLine, Payment, PaymentHold, PayPeriod } from "~models";
import { type Nullable, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { addDays, type Day } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { payPeriod } from "../../trade/periods";

/** The days of an agent, both included, whose pay has one outcome. */
type Span = { agentId: number; from: Day; to: Day };

const [FIRST, LAST]: [Day, Day] = ["0001-01-01", "9999-12-31"];

const periodColumns = selectColumns(PayPeriod, ["id", "endDay", "paidAt"], { from: "p" });
const lineColumns = selectColumns(LedgerLine, ["agentId", "settles"], { from: "l" });
const failColumns = selectColumns(Payment, ["failedAt"], { from: "y" });
const holdColumns = selectColumns(PaymentHold, ["agentId", "heldAt", "releasedAt"], { from: "h" });

/**
 * The days whose pay each agent has received, and those whose pay is held back: by a hold that was in force when the
 * half-month was paid (until it is paid, one that is in force now) or by a payment that failed. Paid days take
 * precedence. All other days wait for their payment. Agrees with `paymentsOfAgents`. A payment settles everything before
 * it, so each agent has one span of paid days. With `agentId`, only this agent's.
 */
export async function paymentSpans(agentId: number | null): Promise<{ paid: Span[]; held: Span[] }> {
  const ofAgent = (column: Statement) => (agentId === null ? sql`TRUE` : sql`${column} = ${agentId}`);
  const periods = await queryRows<RowOf<typeof periodColumns>>(
    sql`SELECT ${periodColumns} FROM pay_periods p WHERE p.state = 'paid' ORDER BY p.id`,
  );
  const lines = await queryRows<RowOf<typeof lineColumns> & Nullable<RowOf<typeof failColumns>>>(sql`
    SELECT DISTINCT ${lineColumns}, ${failColumns} FROM ledger l
    LEFT JOIN payment_runs r ON r.id = l.run_id
    LEFT JOIN payments y ON y.run_id = l.run_id AND y.agent_id = l.agent_id
    WHERE l.kind = 'payment' AND l.refers_to IS NULL AND r.undone_at IS NULL AND ${ofAgent(sql`l.agent_id`)}`);
  const holds = await queryRows<RowOf<typeof holdColumns>>(
    sql`SELECT ${holdColumns} FROM payment_holds h WHERE ${ofAgent(sql`h.agent_id`)}`,
  );
  const lastPaid = periods.at(-1);
  const settled = new Map<number, number>();
  for (const { agentId: agent, settles, failedAt } of lines)
    if (failedAt === null && settles !== null) settled.set(agent, Math.max(settles, settled.get(agent) ?? 0));
  const failed = lines.flatMap(({ agentId: agent, settles, failedAt }) => {
    const half = failedAt !== null && settles !== null ? payPeriod(settles) : undefined;
    return half ? [{ agentId: agent, from: half.start, to: half.end }] : [];
  });
  const held = holds.flatMap(({ agentId: agent, heldAt, releasedAt }) => {
    const isInForce = (at: Date) => heldAt <= at && (releasedAt === null || releasedAt > at);
    const before = periods.filter(({ paidAt }) => paidAt && isInForce(paidAt));
    return [
      ...before.flatMap(({ id }) => {
        const half = payPeriod(id);
        return half ? [{ agentId: agent, from: half.start, to: half.end }] : [];
      }),
      ...(isInForce(now()) ? [{ agentId: agent, from: lastPaid ? addDays(lastPaid.endDay, 1) : FIRST, to: LAST }] : []),
    ];
  });
  const paid = [...settled].flatMap(([agent, settles]) => {
    const half = lastPaid && payPeriod(Math.min(settles, lastPaid.id));
    return half ? [{ agentId: agent, from: FIRST, to: half.end }] : [];
  });
  return { paid, held: [...failed, ...held] };
}

/**
 * True for rows `l` on a day of their agent's spans. Without a subquery, which a database that is distributed by agent
 * refuses.
 */
export function isWithin(spans: readonly Span[]): Statement {
  const ranges = new Map<number, string[]>();
  for (const { agentId, from, to } of spans) ranges.set(agentId, [...(ranges.get(agentId) ?? []), `[${from},${to}]`]);
  const days = [...ranges.values()].map((ofAgent) => `{${ofAgent.join()}}`);
  return sql`coalesce(
    l.day <@ (${days}::datemultirange[])[array_position(${[...ranges.keys()]}::int[], l.agent_id)], FALSE)`;
}
