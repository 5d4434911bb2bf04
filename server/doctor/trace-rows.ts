import { z } from "zod";
import { EventType } from "../trade/events";
import { EventPayment } from "../payroll";
import { classNames } from "../tracking";

export const Click = z.object({
  id: z.string(),
  clickTime: z.string(),
  class: z.enum(classNames),
  /** Why the click does not count. */
  reason: z.string().nullable(),
  geo: z.string(),
  fromIp: z.string().nullable().optional(),
  /** The sub ids that the click was made with. */
  subs: z.record(z.string(), z.string()).nullable(),
  siteId: z.int(),
  typeId: z.int(),
  agentId: z.int(),
});
export type Click = z.output<typeof Click>;

export const Event = z.object({
  id: z.int(),
  date: z.string().meta({ description: "When it happened. ISO 8601 with offset.", format: "date-time" }),
  receivedAt: z.string(),
  eventType: EventType,
  reversal: z.boolean(),
  reverses: z.int().nullable(),
  reason: z.string().nullable().describe("For reversals: the reason that the site gave."),
  stolenCard: z.boolean(),
  geo: z.string(),
  clickId: z.string(),
  txid: z.string().nullable(),
  /** Its pesos and its payment. The site's own clicks are not paid. */
  ...EventPayment.partial().shape,
  /** A sale of a site that approves sales first, until the paid sale (Day#2) of its click is reported. */
  awaitsBonus: z.boolean(),
  payout: z.number().optional(),
  earning: z.number().optional(),
  /** The source of the price, its version, and the time from which that applies. */
  priceSource: z.enum(["office", "geo", "default", "none"]),
  priceId: z.int().nullable(),
  priceSince: z.string().nullable(),
  /** The pay period whose statement has it. */
  periodId: z.int(),
  /** The stored request that reported it. */
  postbackId: z.int().nullable(),
  /** Whether the pixel reported it, and somebody confirmed it. */
  pixel: z.boolean(),
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  agentId: z.int(),
  /** Null for a deleted agent; absent for agents. */
  username: z.string().nullable().optional(),
});
export type Event = z.output<typeof Event>;

export const Postback = z.object({
  id: z.int(),
  receivedAt: z.string(),
  verdict: z.string().describe("The result: accepted, duplicate, held, refused or test."),
  reason: z.string().nullable().describe("Why it is held or refused, as answered to the site."),
  fate: z.string().describe("Verdict and reason as a sentence."),
  event: z.string().nullable().describe("`sale`, `bonus` or `click`; null if the site sent another one."),
  clickId: z.string().nullable(),
  txid: z.string().nullable(),
  /** Null if the request names no known click. */
  siteId: z.int().nullable(),
  sitename: z.string().nullable(),
  typeId: z.int().nullable(),
  typename: z.string().nullable(),
  agentId: z.int().nullable(),
  username: z.string().nullable().optional(),
});
export type Postback = z.output<typeof Postback>;

export type Traces = { clicks: Click[]; events: Event[]; postbacks: Postback[] };
