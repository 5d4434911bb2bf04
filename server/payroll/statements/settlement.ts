import { z } from "zod";
import { Account, LedgerLine, Payment, PaymentHold, PaymentRun, PayPeriod } from "~models";
import { type Nullable, nothing, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { filterCondition, type LineFilter } from "../lines";
import { payDates } from "../pay-date";
import type { PayPeriodOutput } from "../periods";
import { endingOf, PayoutMethod } from "../../payouts";
import { openDestination } from "../runs/destinations";
import { referenceOf } from "../runs/run";
import { addSums, amounts, Amounts, centsOf, type Sum } from "./sums";

const Hold = z.object({ reason: z.string(), at: z.string(), by: z.string().nullable() });

export const PaymentMade = z.object({
  /** Null for a payment that was made before there were runs. */
  run: z.int().nullable(),
  /** The half-month that it settled: this one, or a later one that paid what was left of it. */
  periodId: z.int(),
  at: z.string(),
  /** Null for an office: its agents have one each. */
  reference: z.string().nullable(),
  php: z.number(),
  /**
   * How it was paid, as its run has it, with the last characters of the agent's own details. Only for the agent
   * themselves and superadmins; null also for an office, and without a destination.
   */
  destination: z.object({ method: PayoutMethod, payee: z.enum(["agent", "office"]), ending: z.string() }).nullable(),
  /** False until its run is exported, so that it can be transferred. */
  exported: z.boolean(),
  failedAt: z.string().nullable(),
  failedReason: z.string().nullable(),
});
type PaymentMade = z.output<typeof PaymentMade>;

const STATES = ["open", "closed", "held", "paid", "failed", "carried"] as const;
type State = (typeof STATES)[number];

/** The outcome of a half-month for an agent or office: earned, paid, held back or carried over. */
export const Settlement = z
  .object({
    /** Of the agent: held back, failed and carried over although the half-month is paid. Of an office: its half-month's. */
    state: z.enum(STATES),
    /** The lines of the half-month without payments. */
    earned: Amounts,
    /** The payments that settled the half-month, without failed ones. */
    paid: Amounts,
    /** The part of the balance that payments for this and earlier half-months left; it carries over. */
    unpaid: Amounts,
    payments: z.array(PaymentMade),
    /** Why the agent is held back; null if they are not. */
    hold: Hold.nullable(),
    /** The day on which the half-month is to be paid; null once it is, and for an agent who is held back. */
    payDate: z.string().nullable(),
  })
  .meta({ id: "Settlement", description: "Earned and paid amounts of a half-month." });

/** The state of one agent of an office. */
export const AgentSettlement = Settlement.pick({ state: true, hold: true, paid: true });

type Party = { agentId: number | null; filter: LineFilter; seesDestination: boolean };
type Period = Pick<PayPeriodOutput, "id" | "state">;

/** `total` is the balance at the end of the half-month, `earned` the part of it that its lines without payments are. */
export async function readSettlement(
  period: Period,
  { agentId, filter, seesDestination }: Party,
  { earned, total }: { earned: Sum; total: Sum },
): Promise<z.input<typeof Settlement>> {
  const rows = await paymentsSince(period.id, filter);
  const own = rows.filter(({ periodId }) => periodId === period.id);
  const later = await paidLater(period.id, filter);
  const unpaid = addSums([total, later]);
  const isAgent = agentId !== null;
  const hold = isAgent ? ((await holdsOf(period, [agentId])).get(agentId) ?? null) : null;
  const state = isAgent ? stateOf(period, own, hold) : period.state;
  const following = rows.find(({ periodId, failedAt }) => periodId > period.id && failedAt === null);
  const followsUp = isAgent && state !== "paid" && period.state === "paid" && unpaid.php > 0n && following;
  return {
    ...{ state, hold, payDate: dueOn(await payDates(), period.id, state) },
    ...{ earned: amounts(earned), paid: amounts(sumPaid(own)), unpaid: amounts(unpaid) },
    payments: isAgent
      ? [...own, ...(followsUp ? [following] : [])].map((row) => toPayment(row, seesDestination))
      : byRun(own),
  };
}

/** The state of each agent of an office in a half-month. */
export async function settlementsByAgent(
  period: Period,
  filter: LineFilter,
  agentIds: readonly number[],
): Promise<(agentId: number) => z.input<typeof AgentSettlement>> {
  const rows = (await paymentsSince(period.id, filter)).filter(({ periodId }) => periodId === period.id);
  const holds = await holdsOf(period, agentIds);
  return (agentId) => {
    const own = rows.filter((row) => row.agentId === agentId);
    const hold = holds.get(agentId) ?? null;
    return { state: stateOf(period, own, hold), hold, paid: amounts(sumPaid(own)) };
  };
}

/** The outcome of a half-month for an agent, and the payment that settled it, failed to, or made up for it later. */
export const AgentPayment = Settlement.pick({ state: true, hold: true, payDate: true }).extend({
  made: PaymentMade.omit({ php: true, destination: true }).nullable(),
});

/** Returns the outcome of any of these half-months for any of these agents. */
export async function paymentsOfAgents(
  periods: readonly Period[],
  agentIds: readonly number[],
): Promise<(period: Period, agentId: number) => z.output<typeof AgentPayment>> {
  const rows = await paymentsSince(Math.min(...periods.map(({ id }) => id)), { agentIds });
  const holds = new Map<number, Awaited<ReturnType<typeof holdsOf>>>();
  for (const { id } of periods) holds.set(id, await holdsOf({ id }, agentIds));
  const payDateOf = await payDates();
  return (period, agentId) => {
    const since = rows.filter((row) => row.agentId === agentId && row.periodId >= period.id);
    const own = since.filter(({ periodId }) => periodId === period.id);
    const hold = holds.get(period.id)?.get(agentId) ?? null;
    const standing = period.state === "paid" ? since.find(({ failedAt }) => failedAt === null) : undefined;
    const made = standing ?? own.at(-1);
    const state = stateOf(period, own, hold);
    const outcome = { state, hold, payDate: dueOn(payDateOf, period.id, state) };
    if (!made) return { ...outcome, made: null };
    // The amount may include other offices, which a manager does not see.
    const { php: _, destination: _destination, ...payment } = toPayment(made);
    return { ...outcome, made: payment };
  };
}

const dueOn = (payDateOf: Awaited<ReturnType<typeof payDates>>, periodId: number, state: State) =>
  state === "open" || state === "closed" ? payDateOf(periodId) : null;

function stateOf({ state }: Period, own: readonly PaymentRow[], hold: unknown): State {
  if (state !== "paid") return hold ? "held" : state;
  if (own.some(({ failedAt }) => failedAt === null)) return "paid";
  if (own.length > 0) return "failed";
  return hold ? "held" : "carried";
}

const sumPaid = (rows: readonly PaymentRow[]): Sum => addSums(rows.filter((row) => row.failedAt === null).map(centsOf));

const paymentColumns = selectColumns(
  Payment,
  ["number", "failedAt", "failedReason", "payoutMethod", "payoutPayee", "payoutSealed"],
  { from: "p" },
);
const lineColumns = selectColumns(LedgerLine, ["agentId"], { from: "l" });
const runColumns = selectColumns(PaymentRun, ["exportedAt"], { from: "r" });
type PaymentRow = RowOf<typeof lineColumns> &
  Nullable<RowOf<typeof paymentColumns> & RowOf<typeof runColumns>> & {
    run: number | null;
    periodId: number;
    at: Date;
    php: string;
    usd: string;
  };

/** The payments of half-months from this one on, one for each run and agent. Undone runs paid nothing. */
export const paymentsSince = (
  periodId: number,
  { agentIds, ...filter }: LineFilter & { agentIds?: readonly number[] },
): Promise<PaymentRow[]> =>
  queryRows<PaymentRow>(sql`
    SELECT l.*, ${paymentColumns}, ${runColumns}
    FROM (
      SELECT ${lineColumns}, l.agent_id, l.run_id AS run, l.settles AS "periodId", min(l.at) AS at, -sum(l.php) AS php,
        -sum(l.usd) AS usd
      FROM ledger l
      WHERE l.kind = 'payment' AND l.settles >= ${periodId} AND l.refers_to IS NULL
        AND ${filterCondition(filter, sql`l.agent_id`, sql`l.company_id`)}
        ${agentIds ? sql`AND l.agent_id = ANY(${[...agentIds]}::int[])` : nothing}
      GROUP BY l.agent_id, l.run_id, l.settles
    ) AS l
    LEFT JOIN payment_runs r ON r.id = l.run
    LEFT JOIN payments p ON p.run_id = l.run AND p.agent_id = l.agent_id
    WHERE r.undone_at IS NULL
    ORDER BY l."periodId", l.run, l.agent_id`);

/** The payment lines of later half-months that settle this one or an earlier one: they lessen what it has left to pay. */
export async function paidLater(periodId: number, filter: LineFilter): Promise<Sum> {
  const rows = await queryRows<{ php: string; usd: string }>(sql`
    SELECT coalesce(sum(php), 0)::numeric(14,2) AS php, coalesce(sum(usd), 0)::numeric(14,2) AS usd FROM ledger l
    WHERE kind = 'payment' AND period_id > ${periodId} AND settles <= ${periodId}
      AND ${filterCondition(filter, sql`l.agent_id`, sql`l.company_id`)}`);
  return addSums(rows.map(centsOf));
}

const holdColumns = selectColumns(PaymentHold, ["agentId", "reason", "heldAt"], { from: "h" });
const holderName = selectColumns(Account, [], { from: "holder", as: { heldBy: "username" } });

/** The holds that were in force when the half-month was paid, or that are while it is not. */
export async function holdsOf(
  { id }: Pick<Period, "id">,
  agentIds: readonly number[],
): Promise<Map<number, z.output<typeof Hold>>> {
  const paidAt = (await PayPeriod.findByPk(id, { attributes: ["paidAt"] }))?.paidAt ?? now();
  const rows = await queryRows<RowOf<typeof holdColumns> & Nullable<RowOf<typeof holderName>>>(sql`
    SELECT ${holdColumns}, ${holderName} FROM payment_holds h LEFT JOIN accounts holder ON holder.id = h.held_by
    WHERE h.agent_id = ANY(${[...agentIds]}::int[]) AND h.held_at <= ${paidAt}
      AND (h.released_at IS NULL OR h.released_at > ${paidAt})`);
  return new Map(
    rows.map(({ agentId, reason, heldAt, heldBy }) => [agentId, { reason, at: isoTime(heldAt), by: heldBy }]),
  );
}

export function toPayment(payment: PaymentRow, seesDestination = false): PaymentMade {
  const { run, number, periodId, at, php, usd, ...row } = payment;
  return {
    ...{ run, periodId, at: isoTime(at) },
    reference: run === null || number === null ? null : referenceOf(run, number),
    php: amounts(centsOf({ php, usd })).php,
    destination: seesDestination ? toDestination(payment) : null,
    exported: run === null || row.exportedAt !== null,
    failedAt: row.failedAt && isoTime(row.failedAt),
    failedReason: row.failedReason,
  };
}

function toDestination({ run, agentId, payoutMethod: method, payoutPayee: payee, payoutSealed }: PaymentRow) {
  if (run === null || method === null || payee === null) return null;
  // An agent does not see how the details of their office end.
  const isShown = payee === "agent" && payoutSealed !== null;
  return { method, payee, ending: isShown ? endingOf(openDestination({ runId: run, agentId }, payoutSealed)) : "" };
}

/** One payment for each run, and one for those of it that failed. */
function byRun(rows: readonly PaymentRow[]): PaymentMade[] {
  const keyOf = ({ run, failedAt }: PaymentRow) => `${run} ${failedAt !== null}`;
  const keys = [...new Set(rows.map(keyOf))];
  return keys.flatMap((key) => {
    const group = rows.filter((row) => keyOf(row) === key);
    const [first] = group.map((row) => toPayment(row));
    return first
      ? [{ ...first, reference: null, failedReason: null, php: amounts(addSums(group.map(centsOf))).php }]
      : [];
  });
}
