import { DAY_MS } from "../../server/kernel/time/durations";
import { EVENTS, type EventCode } from "../../server/trade/events";
import { type Agent, type Company, type Type, flagsAt, officeAt, suspensionReason } from "../company";
import { customer } from "../names";
import { PriceBook, type Priced } from "../price-book";
import type { Random } from "../random";

const MINUTE = 60_000;
const LONGEST = 28 * DAY_MS;
const BONUS = 0.32;
const REVERSED = 0.035;

/** A click that leads to an event. `stolen`: that event is reported as made with a stolen card at `flaggedAt`. */
export type Lead = {
  clickId: string;
  at: number;
  agent: Agent;
  type: Type;
  geo: string;
  referer: string | null;
  visits: boolean;
  stolen?: { flaggedAt: number; clearedAt: number | null };
};

export type Event = {
  /** Assigned in the order of receipt. */
  id: number;
  occurredAt: number;
  receivedAt: number;
  lead: Lead;
  companyId: number;
  flags: number;
  event: EventCode;
  sign: 1 | -1;
  price: Priced | undefined;
  geo: string;
  txid: string | null;
  email: string | null;
  amount: string | null;
  reverses: Event | null;
  reason: string | null;
  resolvedAt: number | null;
  /** A report that does not count because the link was suspended by then. */
  isPending: boolean;
};

/** The reports of sites about the leads until now: sales, bonuses, visits and reversals, in the order of receipt. */
export function planEvents(company: Company, leads: readonly Lead[], random: Random): Event[] {
  const book = new PriceBook(company.prices);
  const events: Event[] = [];
  leads.forEach((lead, number) => {
    if (lead.visits) return add(visit(lead));
    const sale = event(lead, number, EVENTS.sale, lead.at + (lead.stolen ? 3 * 60 * MINUTE : purchaseDelay(random)));
    if (!add(sale)) return;
    if (lead.type.bonus && random.chance(BONUS))
      add(event(lead, number, EVENTS.bonus, sale.occurredAt + (1 + 11 * random.float()) * DAY_MS));
    if (lead.stolen)
      add({ ...reversal(sale, lead.stolen.flaggedAt, "stolen_card"), resolvedAt: lead.stolen.clearedAt });
    else if (random.chance(REVERSED))
      add(reversal(sale, sale.receivedAt + (1 + 24 * random.float()) * DAY_MS, random.pick(REASONS)));
  });
  events.sort((a, b) => a.receivedAt - b.receivedAt || a.occurredAt - b.occurredAt);
  let id = 0;
  for (const one of events) if (!one.isPending) one.id = ++id;
  return events;

  /** Returns whether the event was booked. */
  function add(one: Event): boolean {
    if (one.receivedAt > company.now || one.occurredAt - one.lead.at > LONGEST) return false;
    one.isPending = one.sign > 0 && suspensionReason(one.lead.agent, one.lead.type, one.receivedAt) !== undefined;
    events.push(one);
    return !one.isPending;
  }

  function event(lead: Lead, number: number, code: EventCode, moment: number): Event {
    const occurredAt = Math.floor(moment);
    const receivedAt = random.chance(0.35) ? occurredAt + random.between(1, 90) * 1000 : occurredAt;
    const { agent, type } = lead;
    const companyId = officeAt(agent, occurredAt);
    const geo = random.chance(0.04) ? "CA" : lead.geo;
    const kind = code === EVENTS.sale ? "sale" : "bonus";
    return {
      id: 0,
      occurredAt,
      receivedAt,
      lead,
      companyId,
      flags: flagsAt(type.site, receivedAt),
      event: code,
      sign: 1,
      price: book.priceOf(kind, type.id, companyId, geo, receivedAt),
      geo,
      txid: type.site.sendsTxid ? `${type.site.abbr}-${(100_000 + number).toString(36).toUpperCase()}` : null,
      email: random.chance(0.7) ? customer(random.below(20_000)) : null,
      amount: random.chance(0.3) ? `${random.between(9, 149)}.95` : null,
      reverses: null,
      reason: null,
      resolvedAt: null,
      isPending: false,
    };
  }

  function visit(lead: Lead): Event {
    const plain = event(lead, 0, EVENTS.sale, lead.at + 1500 + random.below(4000));
    return { ...plain, event: EVENTS.click, price: undefined, txid: null, email: null, amount: null };
  }
}

const REASONS = ["chargeback", "chargeback", "cancelled", "duplicate_customer"];

function reversal(sale: Event, moment: number, reason: string): Event {
  const at = Math.floor(moment);
  return { ...sale, occurredAt: at, receivedAt: at, sign: -1, reverses: sale, reason, amount: null };
}

/** Most buy within the hour, some return on another day. */
function purchaseDelay(random: Random): number {
  const kind = random.float();
  if (kind < 0.7) return MINUTE + random.exponential(18 * MINUTE);
  return kind < 0.95 ? random.exponential(1.3 * DAY_MS) : random.float() * 26 * DAY_MS;
}
