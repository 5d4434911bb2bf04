import { z } from "zod";
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
  date: z.string(),
  receivedAt: z.string(),
  eventType: z.int(),
  reversal: z.boolean(),
  /** For reversals: the event that it reverses, and why the site reversed it. */
  reverses: z.int().nullable(),
  reason: z.string().nullable(),
  stolenCard: z.boolean(),
  geo: z.string(),
  clickId: z.string(),
  txid: z.string().nullable(),
  /** Its pesos and its payment. The site's own clicks are not paid. */
  ...EventPayment.partial().shape,
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
  verdict: z.string(),
  reason: z.string().nullable(),
  /** Verdict and reason as a sentence. */
  fate: z.string(),
  event: z.string().nullable(),
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
