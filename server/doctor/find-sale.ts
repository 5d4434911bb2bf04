import type { Day } from "../kernel/time";
import { addDays, dayOf } from "../kernel/time";
import type { Actor } from "../kernel/operation/roles";
import type { Event, Postback, Traces } from "./trace-rows";
import { tracesOfClick, tracesOfCustomer, tracesOfDay, tracesOfTransaction } from "./traces";
import { verdictOnClick } from "./verdict";

/** A sale that somebody misses. Without a transaction ID and an e-mail address it cannot be distinguished from others. */
export type MissedSale = { siteId: number; day: Day; txid: string | null; customerEmail: string | null };
export type Evidence = Pick<Traces, "events" | "postbacks">;

/** A customer of the site may have bought earlier, too. */
const DAYS_AROUND = 2;

/**
 * The events and unbooked postbacks of a missed sale, among those that the actor may see: by its transaction ID, else by
 * the customer's e-mail address in the days around it.
 */
export async function tracesOfSale(actor: Actor, { siteId, day, txid, customerEmail }: MissedSale): Promise<Evidence> {
  const ofSite = ({ events, postbacks }: Evidence): Evidence => ({
    events: events.filter((event) => event.siteId === siteId),
    postbacks: postbacks.filter((postback) => postback.siteId === null || postback.siteId === siteId),
  });
  const found = txid === null ? NONE : ofSite(await tracesOfTransaction(actor, txid));
  if (!isEmpty(found) || customerEmail === null) return found;
  const { events, postbacks } = ofSite(await tracesOfCustomer(actor, customerEmail));
  const isNear = (time: string) => {
    const then = dayOf(Date.parse(time));
    return then >= addDays(day, -DAYS_AROUND) && then <= addDays(day, DAYS_AROUND);
  };
  return {
    events: events.filter(({ date }) => isNear(date)),
    postbacks: postbacks.filter(({ receivedAt }) => isNear(receivedAt)),
  };
}

const NONE: Evidence = { events: [], postbacks: [] };
const isEmpty = ({ events, postbacks }: Evidence) => events.length + postbacks.length === 0;

export type Finding = {
  /** The sale was found, and the answer says what became of it. */
  isFound: boolean;
  answer: string;
  evidence: Evidence;
};

/** The outcome of a sale that somebody misses, or else the site's sales of that day. */
export async function findSale(actor: Actor, sale: MissedSale): Promise<Finding> {
  const found = await tracesOfSale(actor, sale);
  if (isEmpty(found)) {
    const evidence = await tracesOfDay(actor, sale.siteId, sale.day);
    return { isFound: false, answer: `${notFoundText(sale)} ${dayText(sale.day, evidence)}`, evidence };
  }
  const clickId = clickOf(found);
  const ofClick = clickId ? await tracesOfClick(actor, clickId) : undefined;
  const { reason } = verdictOnClick(ofClick?.clicks[0], found, undefined, ofClick?.events);
  return { isFound: true, answer: reason, evidence: found };
}

const clickOf = ({ events: [event], postbacks: [postback] }: Evidence): string | null =>
  event?.clickId ?? postback?.clickId ?? null;

function notFoundText({ txid, customerEmail }: MissedSale): string {
  if (txid === null && customerEmail === null)
    return "Without a transaction ID or an e-mail address, the sale cannot be looked up.";
  const known = [txid !== null && "this transaction ID", customerEmail !== null && "this e-mail address"];
  return `The site has not reported a sale with ${known.filter(Boolean).join(" or ")}.`;
}

function dayText(
  day: Day,
  { events, postbacks }: { events: readonly Event[]; postbacks: readonly Postback[] },
): string {
  const sales = events.filter(({ reversal }) => !reversal).length;
  const booked = `${sales === 0 ? "No" : sales} ${sales === 1 ? "sale is" : "sales are"} booked on ${day}`;
  const others = postbacks.length;
  if (others === 0) return `${booked}.`;
  return `${booked}, and ${others} ${others === 1 ? "report was" : "reports were"} not booked.`;
}
