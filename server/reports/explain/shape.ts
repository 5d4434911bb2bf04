import { z } from "zod";
import { abilities } from "../../accounts";
import { EVENTS } from "../../kernel/events";
import { FLAGS } from "../../kernel/flags";
import { isoTime } from "../../kernel/periods";
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
export const ClickBehind = z.object({ id: z.string(), time: z.string(), ...people, unique: z.boolean() });

/** A sale, a bonus or a reversal. `day` is the day it is booked on. Amounts are pesos, except `earning` in dollars. */
export const EventBehind = z.object({
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

type Found = {
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
export type FoundClick = Found & { id: string; is_unique: boolean };
export type FoundEvent = Found & {
  id: number;
  day: string;
  received_at: Date;
  flags: number;
  event: number;
  sign: number;
  reverses: number | null;
  click_id: string;
  price_source: z.output<typeof EventBehind>["priceSource"];
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

export const clickShown = (actor: Actor, found: FoundClick): z.input<typeof ClickBehind> => ({
  ...{ id: found.id, time: isoTime(found.at), unique: found.is_unique },
  ...named(actor, found),
});

export function eventShown(actor: Actor, found: FoundEvent): z.input<typeof EventBehind> {
  const can = abilities(actor);
  const isSale = found.event === EVENTS.sale;
  const avp = isSale && (found.flags & (FLAGS.avp | FLAGS.correction)) === FLAGS.avp;
  return {
    ...{ id: found.id, time: isoTime(found.at), day: found.day, receivedAt: isoTime(found.received_at) },
    ...named(actor, found),
    event: isSale ? "sale" : "bonus",
    ...{ sign: found.sign, reverses: found.reverses, correction: (found.flags & FLAGS.correction) !== 0 },
    ...{ clickId: found.click_id, priceSource: found.price_source, priceId: found.price_id },
    priceSince: found.priceSince && isoTime(found.priceSince),
    ...{ tier: avp ? found.tier : null, tierSales: avp ? found.tier_sales : null },
    ...(can.seeLpp ? { lpp: found.lpp } : {}),
    ...(can.seeEarning ? { earning: Number(found.earning) } : {}),
    ...{ payout: Number(found.stored), payoutPhp: Number(found.php) },
    part: found.part === null ? null : Number(found.part),
  };
}

function named(actor: Actor, { site_id, type_id, company_id, agent_id, ...found }: Found) {
  const can = abilities(actor);
  return {
    ...{ siteId: site_id, sitename: found.sitename, typeId: type_id, typename: found.typename, geo: found.geo },
    ...{ companyId: company_id, agentId: agent_id },
    ...(can.groupByOffice ? { officeName: found.officeName } : {}),
    ...(can.groupByAgent ? { agentUsername: found.agentUsername } : {}),
  };
}
