import { z } from "zod";
import { Postback, SaleEvent } from "~models";
import { constant, sql } from "../../kernel/database/sql";
import { queryOne } from "../../kernel/database/transactions";
import { Id, SearchText } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../../kernel/operation/cursor";
import { CutList } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import {
  always,
  ClickId,
  defineLog,
  exportOf,
  followLog,
  integer,
  logFilter,
  LogScreen,
  NOT_IN_LIST,
  ofSale,
  openLog,
  peopleSiteAndType,
  readInTime,
  reading,
  siteFilter,
  subsByClick,
  subsColumn,
} from "../../logs";
import { explainVerdict } from "../../tracking";
import { ownRows } from "../../accounts";
import { EVENTS, isCountedEvent } from "../../trade/events";
import { dayOf } from "../../kernel/time";
import { dateHints } from "../../trade/periods";
import { eventPesos } from "../event-payments";
import { isInState, needsBonus, saleStates, Standing, standingsOf } from "./states";

const KINDS = ["Sale", "Bonus"];
const text = { type: z.string().nullable() } as const;
const standing = {
  payout: { type: Standing.payout, from: null, label: "Payout", money: true },
  state: { type: Standing.state, from: null, label: "State" },
  reason: { type: Standing.reason, from: null, label: "Reason" },
  /** The day of the payment, or the day on which it is expected. */
  payDate: { type: Standing.payDate, from: null, label: "Pay date" },
  periodId: { type: Standing.periodId, from: null },
  runId: { type: Standing.runId, from: null },
  reference: { type: Standing.reference, from: null, label: "Payment" },
  subs: { ...subsColumn, from: null },
} as const;
const eventType = { type: z.int(), label: "Record Type", csv: (type: number) => KINDS[type] } as const;
const shared = {
  does: "read sales and their pay",
  allow: atLeast("agent"),
  joins: peopleSiteAndType,
  hints: dateHints,
};
const idType = "bigint" as const;
const filters = {
  siteId: siteFilter,
  typeId: logFilter(Id, (id) => sql`l.type_id = ${id}`),
  state: logFilter(z.union([z.enum(saleStates), z.literal("")], NOT_IN_LIST), (state, actor) =>
    state === "" ? sql`TRUE` : isInState(state, actor),
  ),
  clickId: logFilter(ClickId, (id) => sql`l.click_id = ${id}::uuid`, always),
  txid: logFilter(SearchText(), (txid) => sql`l.txid = ${txid}`, always),
};

const withClick = ({ agentId, clickId }: { agentId: number; clickId: string | null }) =>
  clickId === null ? [] : [{ agentId, clickId }];

/** Sales and bonuses, each with its pay. A reversal is the state of its sale. */
const saleList = defineLog({
  ...shared,
  idType,
  model: SaleEvent,
  timeField: "date",
  only: sql`l.sign > 0 AND ${isCountedEvent(sql`l.event`)}`,
  row: { id: "AgentSale", description: "A sale or bonus with what became of it." },
  columns: {
    id: integer,
    date: { type: z.string(), from: "occurredAt", time: true, label: "Date", sort: true },
    ...ofSale,
    customerEmail: { ...text, from: "email", label: "Email" },
    clickId: { ...text, label: "Click Id" },
    txid: { ...text, label: "Transaction" },
    eventType: { ...eventType, from: "event" },
    ...standing,
    day: { type: z.string(), internal: true },
    pesos: { type: z.string().nullable(), from: eventPesos, internal: true },
    needsBonus: { type: z.boolean(), from: needsBonus, internal: true },
  },
  filters,
  async compute(_, records) {
    const [subs, standingOf] = [await subsByClick(records.flatMap(withClick)), await standingsOf(records)];
    return (sale) => ({ ...standingOf(sale), subs: subs.get(sale.clickId ?? "") ?? null });
  },
});

const isPending = sql`l.verdict = 'held' AND l.agent_id IS NOT NULL AND l.status IS DISTINCT FROM 'reversed'
  AND l.event IS DISTINCT FROM 'click'`;

/** Requests of sites about sales that are not decided yet. */
const pendingList = defineLog({
  ...shared,
  idType,
  model: Postback,
  timeField: "date",
  only: isPending,
  columns: {
    id: integer,
    date: { type: z.string(), from: "receivedAt", time: true, label: "Date", sort: true },
    ...ofSale,
    customerEmail: { ...text, from: sql`l.params->>'email'`, label: "Email" },
    clickId: { ...text, label: "Click Id" },
    txid: { ...text, label: "Transaction" },
    eventType: {
      ...eventType,
      from: sql`CASE WHEN l.event = 'bonus' THEN ${constant(EVENTS.bonus)} ELSE ${constant(EVENTS.sale)} END`,
    },
    ...standing,
    verdict: { ...text, type: z.string(), internal: true },
    held: { ...text, from: "reason", internal: true },
    detail: { ...text, internal: true },
    receivedAt: { type: z.string(), time: true, internal: true },
    params: { type: z.record(z.string(), z.unknown()), internal: true },
  },
  filters: { ...filters, state: { ...filters.state, where: () => undefined } },
  async compute(_, records) {
    const subs = await subsByClick(records.flatMap(withClick));
    return ({ clickId, held: reason, ...request }) => ({
      ...{ payout: null, state: "pending" as const, payDate: null, periodId: null, runId: null, reference: null },
      reason: explainVerdict({ ...request, reason }),
      subs: subs.get(clickId ?? "") ?? null,
    });
  },
});

/**
 * Sales and bonuses, newest first, each with its state, its pay in pesos and the day of its payment. Pending ones are
 * found by their state alone, because they are not booked. Agents see their own, managers those of their office, admins
 * all.
 */
export const searchAgentSales = query({
  ...reading(saleList, "payroll.searchAgentSales"),
  input: saleList.Criteria.extend(cursorInput),
  output: CutList(saleList.Row).extend(cursorAnswer),
  async run({ actor }, criteria) {
    return criteria.state === "pending"
      ? await followLog(pendingList, actor, criteria, readInTime("pending"))
      : await followLog(saleList, actor, criteria, readInTime("agent-sale"));
  },
});

/** How many sales are pending in all, with the New York days of the first and the last; null if none is. */
const Pending = z.object({ count: z.int(), first: z.string(), last: z.string() }).nullable();

/** The same with the choices of the form, and what is pending. */
export const agentSalesScreen = query({
  ...reading(saleList, "payroll.agentSalesScreen"),
  input: saleList.Form,
  output: LogScreen(saleList.Row).extend({ pending: Pending }),
  async run({ actor }, form) {
    const opened =
      form.state === "pending" ? await openLog(pendingList, actor, form) : await openLog(saleList, actor, form);
    return { ...opened, pending: await allPending(actor) };
  },
});

async function allPending(actor: Actor): Promise<z.output<typeof Pending>> {
  const own = ownRows(actor, { agent: sql`l.agent_id`, company: sql`l.company_id` });
  const row = await queryOne<{ count: number; first: Date | null; last: Date | null }>(
    sql`SELECT count(*)::int AS count, min(l.received_at) AS first, max(l.received_at) AS last
      FROM postbacks l WHERE ${isPending} AND ${own}`,
  );
  return row?.first && row.last ? { count: row.count, first: dayOf(row.first), last: dayOf(row.last) } : null;
}

const file = { name: "payroll.agentSalesExport", does: "export sales and their pay", file: "sales-and-pay" };
const [booked, pending] = [exportOf(saleList, file), exportOf(pendingList, file)];

/** The rows of the screen as CSV, with every column that has a label. */
export const agentSalesExport: typeof booked = {
  ...booked,
  run: (call, form) => (form.state === "pending" ? pending : booked).run(call, form),
};
