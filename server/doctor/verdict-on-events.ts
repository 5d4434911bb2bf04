import { EVENTS } from "../trade/events";
import { payPeriod } from "../trade/periods";
import type { Event } from "./trace-rows";
import { no, nothing, type Verdict, yes } from "./answer";

/**
 * The outcome of the sales and bonuses of a click or transaction; undefined without any. A reversal names its original.
 * `ofClick` are all events of the click, which explain a bonus whose sale has another transaction.
 */
export function verdictOnEvents(events: readonly Event[], ofClick: readonly Event[]): Verdict | undefined {
  const reversals = [...events, ...ofClick].filter(isReversal);
  const isReversed = ({ id }: Event) => reversals.some(({ reverses }) => reverses === id);
  const originals = events.filter(({ eventType, reversal }) => eventType !== EVENTS.click && !reversal);
  const standing = originals.filter((event) => !isReversed(event)).sort((a, b) => a.eventType - b.eventType);
  const reversal = events.find(isReversal);
  const [only] = standing;
  if (!only)
    return (
      reversal && no("event", reversalText("The site has reversed the sale", reversal), deductedText(reversal, events))
    );
  const sales = originals.filter(isSale);
  const lostSale = [...events, ...ofClick].find((event) => isSale(event) && !event.reversal && isReversed(event));
  if (standing.every(isBonus) && lostSale) {
    const found = reversals.find(({ reverses }) => reverses === lostSale.id);
    return booked(
      standing,
      `${found ? reversalText("The sale was reversed", found, false) : "The sale was reversed"}; only its bonus${amount(only)} counts. ${paymentText(only)}`,
    );
  }
  return booked(
    standing,
    [bookedText(sales, standing), ...new Set(standing.map(paymentText))].filter(Boolean).join(" "),
  );
}

/** A booked event of ₱0.00 counts, but it does not pay. */
const booked = (standing: readonly Event[], reason: string): Verdict =>
  standing.every(({ pays }) => pays === 0) ? nothing(reason) : yes(reason);

const isReversal = ({ reversal }: Event) => reversal;
const isSale = ({ eventType }: Event) => eventType === EVENTS.sale;
const isBonus = ({ eventType }: Event) => eventType === EVENTS.bonus;

function bookedText(sales: readonly Event[], standing: readonly Event[]): string {
  const counting = standing.filter(isSale).length;
  const bonuses = standing.filter(isBonus).length;
  if (sales.length > 1) {
    const count =
      counting === sales.length ? "all of them count" : `${counting} of them ${counting === 1 ? "counts" : "count"}`;
    return `This click has ${sales.length} sales; ${count}.`;
  }
  if (counting === 0) return "The click led to a bonus, and the bonus is booked.";
  return bonuses > 0
    ? "The click led to a sale and a bonus, and both are booked."
    : "The click led to a sale, and the sale is booked.";
}

const dayOf = (time: string): string => time.slice(0, "2026-01-01".length);
const half = (periodId: number): string => {
  const range = payPeriod(periodId);
  return range ? `${range.start} ~ ${range.end}` : String(periodId);
};
const peso = (php: number): string =>
  `${php < 0 ? "\u2212" : ""}₱${Math.abs(php).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
const amount = ({ pays }: Event): string => (pays === undefined ? "" : ` of ${peso(pays)}`);

function reversalText(words: string, { date, reason }: Event, isSentence = true): string {
  return `${words} on ${dayOf(date)}${reason ? ` (${reason.replaceAll("_", " ")})` : ""}${isSentence ? "." : ""}`;
}

/** A reversal in another half-month than its sale is deducted there. */
function deductedText(reversal: Event, events: readonly Event[]): string {
  const original = events.find(({ id }) => id === reversal.reverses);
  if (!original || original.periodId === reversal.periodId || !reversal.pays) return "";
  return `${peso(-reversal.pays)} is deducted in ${half(reversal.periodId)}.`;
}

/** The pesos of an event, and whether, when and by which payment they were paid. */
function paymentText({ eventType, pays, tier, payment, periodId, awaitsBonus }: Event): string {
  if (pays === undefined || !payment) return "";
  if (awaitsBonus) return "The sale itself pays ₱0.00: it waits for the paid sale (Day#2).";
  if (pays === 0 && eventType === EVENTS.sale && !tier) return "The sale itself pays ₱0.00.";
  const what = `${peso(pays)}${tier ? ` at the AVP tier of ${tier}` : ""}`;
  const { state, made, hold, payDate } = payment;
  if (made && made.failedAt === null) {
    const by = made.reference ?? (made.run === null ? null : `run ${made.run}`);
    const along = made.periodId === periodId ? "" : ` with ${half(made.periodId)}`;
    const name = by ? `payment ${by}${made.run === null ? "" : ` of run ${made.run}`}` : "a payment";
    if (!made.exported) return `${what} is in ${name} of ${dayOf(made.at)}${along}, which is not transferred yet.`;
    return `${what} was paid on ${dayOf(made.at)}${along}${by ? ` by ${name}` : ""}.`;
  }
  if (hold) return `${what} is held back since ${dayOf(hold.at)}: ${hold.reason}${hold.by ? ` (${hold.by})` : ""}.`;
  if (made) return `${what} is not paid: payment ${made.reference ?? ""} failed on ${dayOf(made.failedAt ?? "")}.`;
  const unpaid = { open: "which is still open", closed: "which is closed and not paid yet" };
  if (state === "open" || state === "closed")
    return `${what} is in the statement of ${half(periodId)}, ${unpaid[state]}${payDate ? `; it is due on ${payDate}` : ""}.`;
  return `${what} is in the statement of ${half(periodId)}, whose balance was carried over.`;
}
