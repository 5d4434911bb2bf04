import { z } from "zod";
import { SaleEvent } from "~models";
import { all, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { type Actor, levels } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { DAY_MS } from "../../kernel/time/durations";
import { isBonus, isSale } from "../../trade/events";
import { isAvp, isNoCorrection, isPaidByBonus } from "../../trade/flags";
import { payPeriodId } from "../../trade/periods";
import { type EventPayment, paymentsOfEvents } from "../event-payments";
import { isWithin, paymentSpans } from "./spans";

/**
 * The state of a sale or bonus for the person who made it, in the order of precedence: reversed by its site; waiting for
 * the paid sale (Day#2) of a site that approves sales first; paid; held back, or its payment failed; counted, in a
 * half-month that is not paid yet. A pending one is not booked.
 */
export const saleStates = ["counted", "waiting", "pending", "reversed", "held", "paid"] as const;
export type SaleState = (typeof saleStates)[number];

const [event, flags] = [sql`l.event`, sql`l.flags`];

/** The sale waits for its bonus. Sites may report the bonus first, but not a day earlier. */
export const needsBonus = sql`(${isSale(event)} AND ${isPaidByBonus(flags)} AND NOT (${isAvp(flags)}) AND ${isNoCorrection(flags)})`;
const ofSameClick = (other: Statement): Statement => sql`
  ${other}.agent_id = l.agent_id AND ${other}.click_id = l.click_id
  AND ${other}.occurred_at >= l.occurred_at - interval '1 day'`;
const isReversed = sql`EXISTS (SELECT 1 FROM sale_events r WHERE ${ofSameClick(sql`r`)} AND r.reverses = l.id)`;
const hasBonus = sql`EXISTS (
  SELECT 1 FROM sale_events b WHERE ${ofSameClick(sql`b`)} AND ${isBonus(sql`b.event`)} AND b.sign > 0)`;

/** True for events `l` in the state. */
export async function isInState(state: SaleState, actor: Actor): Promise<Statement> {
  if (state === "pending") return sql`FALSE`;
  if (state === "reversed") return isReversed;
  const isWaiting = sql`(${needsBonus} AND NOT ${hasBonus})`;
  if (state === "waiting") return all([isWaiting, sql`NOT ${isReversed}`]);
  const { paid, held } = await paymentSpans(actor.role === levels.agent ? actor.agentId : null);
  const [isPaid, isHeld] = [isWithin(paid), isWithin(held)];
  const isSettled = {
    paid: isPaid,
    held: sql`${isHeld} AND NOT ${isPaid}`,
    counted: sql`NOT ${isHeld} AND NOT ${isPaid}`,
  };
  return all([isSettled[state], sql`NOT ${isReversed}`, sql`NOT ${isWaiting}`]);
}

type Booked = {
  id: number;
  agentId: number;
  clickId: string | null;
  date: Date;
  day: string;
  pesos: string | null;
  needsBonus: boolean;
};

/** The outcome of a sale or bonus. `payout` is in pesos; `payDate` is a New York day. */
export const Standing = {
  payout: z.number().nullable(),
  state: z.enum(saleStates),
  reason: z.string().nullable(),
  payDate: z.string().nullable(),
  periodId: z.int().nullable(),
  runId: z.int().nullable(),
  reference: z.string().nullable(),
};
export type Standing = { [K in keyof typeof Standing]: z.output<(typeof Standing)[K]> };

/** Returns the standing of any of these events. */
export async function standingsOf(events: readonly Booked[]): Promise<(event: Booked) => Standing> {
  const reversals = await reversalsOf(events);
  const paidByBonus = await clicksWithBonus(events.filter((one) => one.needsBonus));
  const payments = await paymentsOfEvents(
    events.map(({ agentId, day, pesos }) => ({ agentId, periodId: payPeriodId(day), pesos, sign: 1 })),
  );
  const paymentOf = new Map(events.map(({ id }, index) => [id, payments[index]]));
  return (sale) => {
    const periodId = payPeriodId(sale.day);
    const paid = paymentOf.get(sale.id);
    const made = paid?.payment.made ?? null;
    const base = { payout: paid?.pays ?? 0, periodId, runId: made?.run ?? null, reference: made?.reference ?? null };
    const reversal = reversals.get(sale.id);
    if (reversal) return { ...base, state: "reversed", reason: reversalText(reversal), payDate: null };
    if (sale.needsBonus && !paidByBonus.has(sale.clickId)) {
      return { ...base, state: "waiting", reason: "Waits for the paid sale (Day#2).", payDate: null };
    }
    return { ...base, ...settlementOf(paid) };
  };
}

function settlementOf(paid: EventPayment | undefined): Pick<Standing, "state" | "reason" | "payDate"> {
  const { state = "open", hold = null, made = null, payDate = null } = paid?.payment ?? {};
  if (made && made.failedAt === null) return { state: "paid", reason: null, payDate: dayOf(new Date(made.at)) };
  if (hold) return { state: "held", reason: hold.reason, payDate: null };
  if (made) return { state: "held", reason: `The payment failed. ${made.failedReason ?? ""}`.trim(), payDate: null };
  // The balance of a half-month that is paid already goes with the next payment.
  return { state: "counted", reason: state === "carried" ? "Goes with the next payment." : null, payDate };
}

const reversalColumns = selectColumns(SaleEvent, ["reverses", "reason", "occurredAt"], { from: "r" });
type Reversal = RowOf<typeof reversalColumns>;

async function reversalsOf(events: readonly Booked[]): Promise<Map<number | null, Reversal>> {
  if (events.length === 0) return new Map();
  const rows = await queryRows<Reversal>(sql`
    SELECT ${reversalColumns} FROM sale_events r
    WHERE r.agent_id = ANY(${events.map(({ agentId }) => agentId)}::int[])
      AND r.click_id = ANY(${events.map(({ clickId }) => clickId)}::uuid[])
      AND r.reverses = ANY(${events.map(({ id }) => id)}::bigint[]) AND r.occurred_at >= ${dayBefore(events)}`);
  return new Map(rows.map((row) => [row.reverses, row]));
}

/** The clicks of these sales for which a bonus was reported. */
export async function clicksWithBonus(
  events: readonly Pick<Booked, "agentId" | "clickId" | "date">[],
): Promise<Set<string | null>> {
  if (events.length === 0) return new Set();
  const rows = await queryRows<{ clickId: string }>(sql`
    SELECT DISTINCT ${selectColumns(SaleEvent, ["clickId"], { from: "b" })} FROM sale_events b
    WHERE b.agent_id = ANY(${events.map(({ agentId }) => agentId)}::int[])
      AND b.click_id = ANY(${events.map(({ clickId }) => clickId)}::uuid[])
      AND ${isBonus(sql`b.event`)} AND b.sign > 0 AND b.occurred_at >= ${dayBefore(events)}`);
  return new Set(rows.map(({ clickId }) => clickId));
}

/** So that only the months of these events and later ones are read. */
const dayBefore = (events: readonly Pick<Booked, "date">[]): Date =>
  new Date(Math.min(...events.map(({ date }) => date.getTime())) - DAY_MS);

const reversalText = ({ reason, occurredAt }: Reversal): string =>
  `On ${dayOf(occurredAt)}${reason ? `: ${reason.replaceAll("_", " ")}` : ""}.`;
