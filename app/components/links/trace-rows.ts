import type { doctor } from "~/texts";

/** Names of the link and the agent; null if a postback names no known click. */
export type Named = { sitename: string | null; typename: string | null; username?: string | null };

export type Click = {
  id: string;
  clickTime: string;
  class: string;
  reason: string | null;
  geo: string;
  fromIp?: string | null;
  subs: Readonly<Record<string, string>> | null;
};
export type Event = Named & {
  id: number;
  date: string;
  receivedAt: string;
  eventType: number;
  reversal: boolean;
  reason: string | null;
  stolenCard: boolean;
  geo: string;
  clickId: string;
  txid: string | null;
  payout?: number;
  earning?: number;
  priceSource: keyof typeof doctor.sources;
  priceId: number | null;
  priceSince: string | null;
  periodId: number;
  postbackId: number | null;
  siteId: number;
  typeId: number;
  agentId: number;
};
export type Postback = Named & {
  id: number;
  receivedAt: string;
  fate: string;
  event: string | null;
  clickId: string | null;
  txid: string | null;
};
export type TraceCan = { chooseAgent: boolean; seeSites: boolean };
/** `doctor` is the link doctor's path on other screens. */
export type TraceView = TraceCan & { doctor?: string };
