import { doctor as texts } from "~/texts";
import { dateOnly, dateTime, pesos, signed } from "../formats";
import { statementAddress } from "../statements/statement";
import { statements } from "../statements/texts";
import type { Event, TraceView } from "./trace-rows";

const dayOf = (time: string) => time.slice(0, "2026-01-01".length);

/** The address of the rows of a click in a log, on the day of this time. */
export const logAddress = (log: string, clickId: string, time: string): string =>
  `/app/logs/${log}?${new URLSearchParams({ clickId, start: dayOf(time), end: dayOf(time) }).toString()}`;

/** A time that links to its row in a log. */
export const inLog = (log: string, clickId: string, time: string, label = dateTime(time)) => (
  <a href={logAddress(log, clickId, time)}>
    <time dateTime={time}>{label}</time>
  </a>
);

/** The postback that reported an event, and the statement that pays it. */
export function Records({ event: { clickId, postbackId, receivedAt, periodId, agentId, eventType }, can }: Linked) {
  const agent = can.chooseAgent ? { agentId } : {};
  return (
    <>
      {postbackId !== null && <>{inLog("postbacks", clickId, receivedAt, texts.postback)} </>}
      {eventType !== SITES_OWN && <a href={statementAddress(periodId, agent)}>{texts.statement}</a>}
    </>
  );
}
type Linked = { event: Event; can: TraceView };
/** The site's own clicks are not paid. */
const SITES_OWN = 2;

/** The pesos that an event pays, with the AVP tier. */
export const Pays = ({ pays, tier }: Pick<Event, "pays" | "tier">) =>
  pays === undefined ? null : (
    <>
      {signed(pesos, pays)}
      {tier && <small className="note"> {texts.atTier(tier)}</small>}
    </>
  );

/** Whether an event was paid: when and by which payment, or why not. */
export function paymentText({ payment, periodId }: Pick<Event, "payment" | "periodId">): string {
  if (!payment) return "";
  const { state, hold, made } = payment;
  if (made && made.failedAt === null) {
    const later = made.periodId !== periodId && texts.laterPayment;
    const reference = made.reference && `(${made.reference})`;
    return [statements.paidNow, dateOnly(made.at), reference, later, !made.exported && statements.notExported]
      .filter(Boolean)
      .join(" ");
  }
  return hold ? statements.heldBack(dateOnly(hold.at), hold.reason, hold.by) : statements.states[state];
}

export function PriceSource({ event, linked }: { event: Event; linked: boolean }) {
  const { priceSource, priceId, priceSince, siteId, typeId } = event;
  const version = priceId !== null && priceSince !== null && texts.version(priceId, dateTime(priceSince));
  return (
    <>
      {texts.sources[priceSource]}
      {version && ", "}
      {version && (linked ? <a href={`/app/sites/${siteId}/types/${typeId}/prices`}>{version}</a> : version)}
    </>
  );
}
