import { z } from "zod";
import { SIGNAL_KINDS } from "~models";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../trade/outbox/events";
import { exampleOf } from "./examples";

/** The `data` of each event as the API document describes it. A key that is not known is null or absent. */

const Id = z.int().min(1);
const time = (description: string) => z.iso.datetime().describe(`${description}. UTC with milliseconds.`);
const amount = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .describe(description);
const network = "Only for endpoints of the whole network.";

const place = {
  agentId: Id.describe("ID of the agent."),
  companyId: Id.nullable().describe("ID of the agent's office."),
  siteId: Id.describe("ID of the site."),
  typeId: Id.describe("ID of the link."),
};
const order = {
  clickId: z.uuid().nullable().describe("ID of the click that led to the sale."),
  txid: z.string().nullable().describe("The site's order number."),
};

const AMOUNT = z.string().nullable().describe("Amount of the order as the site sent it; null if it sent none.");
const CURRENCY = z.string().nullable().describe("Currency of the amount, three letters; null if the site sent none.");
const names = {
  sitename: z.string().nullable().describe("Name of the site."),
  typename: z.string().nullable().describe("Name of the link."),
  subs: z.record(z.string(), z.string()).describe("Sub IDs of the click, `sub1` to `sub5`; those that it has."),
};

const Sale = z.object({
  saleId: Id.describe("ID of the sale, as in `POST sale-logs` and `GET sales/{id}`."),
  event: z.enum(["sale", "bonus"]).describe("Kind of the event."),
  occurredAt: time("When the sale happened"),
  receivedAt: time("When the site reported it"),
  ...place,
  ...order,
  geo: z.string().nullable().describe("Two-letter country; null if unknown."),
  amount: AMOUNT,
  currency: CURRENCY,
  ...names,
  agent: z.string().nullable().describe("Username of the agent."),
  payout: amount("Pay of the agent in pesos, two decimals; negative for a reversal."),
  reverses: Id.nullable().describe("The `saleId` that a reversal undoes; null for others."),
  reason: z.string().nullable().describe("The reason that the site gave."),
  earning: amount(`Earning in dollars, two decimals; negative for a reversal. ${network}`).optional(),
  lpp: z.int().optional().describe(`Points. ${network}`),
});

const PendingSale = z.object({
  receivedAt: time("When the site reported it"),
  event: z.enum(["sale", "bonus", "click"]).nullable().describe("Kind of the event."),
  status: z.string().nullable().describe("`approved`, or `reversed` for a reversal."),
  reason: z.string().describe("Why it waits, such as `unknown_click`."),
  siteId: Id.nullable().optional().describe("ID of the site."),
  typeId: Id.optional().describe("ID of the link, if the click is known."),
  agentId: Id.optional().describe("ID of the agent, if the click is known."),
  companyId: Id.optional().describe("ID of the office, if the click is known."),
  ...order,
  amount: AMOUNT,
  currency: CURRENCY,
  ...names,
  agent: z.string().nullable().describe("Username of the agent; null if the click is not known."),
});

const AgentEvent = z.object({
  agentId: place.agentId,
  companyId: place.companyId,
  username: z.string().describe("Name to sign in with."),
  firstName: z.string().describe("First name of the agent."),
  lastName: z.string().describe("Last name of the agent."),
  campaignId: z.string().describe("The agent's identifier at the sites."),
});
const SuspendedAgent = AgentEvent.extend({ reason: z.string().describe("Reason of the suspension; may be empty.") });

const Period = z.object({
  periodId: z.int().describe("Number of the half-month, YYYYMM1 or YYYYMM2."),
  phpPerUsd: z.number().optional().describe("Pesos for a dollar."),
  php: z.string().optional().describe(`Sum of the half-month in pesos, when it is closed. ${network}`),
  payments: z.int().optional().describe(`Number of payments, when it is paid. ${network}`),
  run: Id.optional().describe(`ID of the payment run, when it is paid. ${network}`),
});

const money = (description: string) => amount(description).nullable();
const Price = z.object({
  priceId: Id.describe("ID of the version of the price."),
  typeId: place.typeId,
  geo: z.string().nullable().describe("Two-letter country that the price is for; null for all."),
  companyId: Id.nullable().describe("ID of the office that the price is for; null for all."),
  payout: amount("Pay of a sale in pesos, two decimals."),
  bonusPayout: money("Pay of a bonus in pesos, two decimals; null for the usual one, or without bonuses."),
  since: time("From when the price applies"),
  withdrawn: z.boolean().describe("True if the price was withdrawn."),
  earning: amount(`Earning of a sale in dollars, two decimals. ${network}`).optional(),
  bonusEarning: money(`Earning of a bonus in dollars, two decimals. ${network}`).optional(),
  lpp: z.int().nullable().optional().describe(`Points of a sale. ${network}`),
  bonusLpp: z.int().nullable().optional().describe(`Points of a bonus. ${network}`),
});

const SignalEvent = z.object({
  signalId: Id.describe("ID of the signal, as in `POST signals/search`."),
  kind: z.enum(SIGNAL_KINDS).describe("Kind of the fault."),
  siteId: Id.nullable().describe("ID of the site; null if it is not about one."),
  agentId: Id.nullable().describe("ID of the agent; null if it is not about one."),
  companyId: Id.nullable().describe("ID of the office whose manager sees it; null for the network alone."),
  openedAt: time("When it opened"),
  closedAt: z.iso.datetime().nullable().describe("When it closed; null while it is open. UTC with milliseconds."),
  sentence: z.string().describe("The observation, as a sentence."),
  expected: z.string().describe("The expectation, as a sentence."),
  evidence: z
    .record(z.string(), z.unknown())
    .describe("The figures behind it, and the path of the screen with the rows."),
});

const DATA: Record<WebhookEvent, z.ZodObject> = {
  "sale.accepted": Sale,
  "sale.reversed": Sale,
  "sale.pending": PendingSale,
  "agent.created": AgentEvent,
  "agent.approved": AgentEvent,
  "agent.suspended": SuspendedAgent,
  "period.closed": Period,
  "period.paid": Period,
  "price.changed": Price,
  "signal.opened": SignalEvent,
  "signal.closed": SignalEvent,
};

/** The sentence about each event. */
const MEANINGS: Record<WebhookEvent, string> = {
  "sale.accepted": "A sale or bonus was booked.",
  "sale.reversed": "A sale or bonus was undone.",
  "sale.pending": "A postback was stored that cannot be booked yet.",
  "agent.created": "An agent was created.",
  "agent.approved": "An agent was approved.",
  "agent.suspended": "An agent was suspended.",
  "period.closed": "A half-month was closed.",
  "period.paid": "A half-month was paid.",
  "price.changed": "A price began to apply, or was planned, changed or withdrawn.",
  "signal.opened": "A rule found a fault, such as a site without clicks.",
  "signal.closed": "The fault of a signal is over.",
};

/** Every event with its meaning, the schema of its body and an example. */
export const webhookEvents = WEBHOOK_EVENTS.map((event) => ({
  event,
  meaning: MEANINGS[event],
  body: z.object({
    id: z.string().describe("ID of the event, such as `evt_5211`. It is the same at every attempt."),
    type: z.literal(event).describe("The event."),
    test: z.literal(true).optional().describe("Only in a test: the data is an example, and nothing has happened."),
    createdAt: time("When it happened"),
    data: DATA[event].describe(MEANINGS[event]),
  }),
  example: { id: "evt_5211", type: event, createdAt: "2026-11-24T16:00:00.000Z", data: exampleOf(event) },
}));
