import { z } from "zod";
import { abilities } from "../../accounts";
import { EVENTS } from "../../trade/events";
import { FLAGS } from "../../trade/flags";
import { isoTime } from "../../kernel/time";
import type { Actor } from "../../kernel/operation/roles";

const people = {
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  companyId: z.int(),
  officeName: z.string().optional(),
  agentId: z.int(),
  agentUsername: z.string().optional(),
  geo: z.string(),
};

/** A counted click. */
export const ExplainedClick = z.object({ id: z.string(), time: z.string(), ...people, unique: z.boolean() });

/** A sale, a bonus or a reversal. `day` is the day it is booked on. Amounts are pesos, except `earning` in dollars. */
export const ExplainedEvent = z.object({
  id: z.int(),
  time: z.string(),
  day: z.string(),
  receivedAt: z.string(),
  ...people,
  event: z.enum(["sale", "bonus"]),
  /** 1, or -1 for a reversal. */
  sign: z.int(),
  reverses: z.int().nullable(),
  /** True if it reverses an event of a closed period, at the pesos frozen there. */
  correction: z.boolean(),
  clickId: z.string(),
  customerEmail: z.string().nullable(),
  /** The site's transaction ID, for those who may read it in the postback log. */
  txid: z.string().nullable().optional(),
  priceSource: z.enum(["office", "geo", "default", "none"]),
  /** The version of the price, and the time from which it applies. */
  priceId: z.int().nullable(),
  priceSince: z.string().nullable(),
  /** AVP sales only: the agent's tier in the half-month, and the number of sales that it is based on. */
  tier: z.int().nullable(),
  tierSales: z.int().nullable(),
  lpp: z.int().optional(),
  earning: z.number().optional(),
  /** Pesos as stored with the event, and pesos paid for it. */
  payout: z.number(),
  payoutPhp: z.number(),
  /** Its contribution to the figure; null for dollars without a rate and for ratios. */
  part: z.number().nullable(),
});

type ExplainedRecord = {
  at: Date;
  agent_id: number;
  company_id: number;
  site_id: number;
  type_id: number;
  sitename: string;
  typename: string;
  officeName: string;
  agentUsername: string;
  geo: string;
};
export type ClickRecord = ExplainedRecord & { id: string; is_unique: boolean };
export type EventRecord = ExplainedRecord & {
  id: number;
  day: string;
  received_at: Date;
  flags: number;
  event: number;
  sign: number;
  reverses: number | null;
  click_id: string;
  txid: string | null;
  email: string | null;
  price_source: z.output<typeof ExplainedEvent>["priceSource"];
  price_id: number | null;
  priceSince: Date | null;
  tier: number | null;
  tier_sales: number | null;
  lpp: number;
  earning: string;
  stored: string;
  php: string;
  part: string | null;
};

export const toExplainedClick = (actor: Actor, click: ClickRecord): z.input<typeof ExplainedClick> => ({
  ...{ id: click.id, time: isoTime(click.at), unique: click.is_unique },
  ...withNames(actor, click),
});

export function toExplainedEvent(actor: Actor, record: EventRecord): z.input<typeof ExplainedEvent> {
  const can = abilities(actor);
  const isSale = record.event === EVENTS.sale;
  const avp = isSale && (record.flags & (FLAGS.avp | FLAGS.correction)) === FLAGS.avp;
  return {
    ...{ id: record.id, time: isoTime(record.at), day: record.day, receivedAt: isoTime(record.received_at) },
    ...withNames(actor, record),
    event: isSale ? "sale" : "bonus",
    ...{ sign: record.sign, reverses: record.reverses, correction: (record.flags & FLAGS.correction) !== 0 },
    ...{ clickId: record.click_id, customerEmail: record.email },
    ...(can.replayPostbacks ? { txid: record.txid } : {}),
    ...{ priceSource: record.price_source, priceId: record.price_id },
    priceSince: record.priceSince && isoTime(record.priceSince),
    ...{ tier: avp ? record.tier : null, tierSales: avp ? record.tier_sales : null },
    ...(can.seeLpp ? { lpp: record.lpp } : {}),
    ...(can.seeEarning ? { earning: Number(record.earning) } : {}),
    ...{ payout: Number(record.stored), payoutPhp: Number(record.php) },
    part: record.part === null ? null : Number(record.part),
  };
}

function withNames(actor: Actor, { site_id, type_id, company_id, agent_id, ...record }: ExplainedRecord) {
  const can = abilities(actor);
  return {
    ...{ siteId: site_id, sitename: record.sitename, typeId: type_id, typename: record.typename, geo: record.geo },
    ...{ companyId: company_id, agentId: agent_id },
    ...(can.groupByOffice ? { officeName: record.officeName } : {}),
    ...(can.groupByAgent ? { agentUsername: record.agentUsername } : {}),
  };
}
