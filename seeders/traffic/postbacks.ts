import { type Company, type Site, officeAt } from "../company";
import type { Random } from "../random";
import type { Event } from "./events";

/** A stored request of a site, with its verdict. */
export type Request = {
  receivedAt: number;
  verdict: "accepted" | "duplicate" | "held" | "refused" | "test";
  reason: string | null;
  site: Site | undefined;
  typeId: number | null;
  agentId: number | null;
  companyId: number | null;
  clickId: string;
  params: Record<string, string>;
  eventId: number | null;
};

const NAMES = ["sale", "bonus", "click"];
/** Shares of the requests that are not first reports of an event. */
const DUPLICATE_SHARE = 0.025;
const INVALID_SHARE = 0.012;
const TEST_SHARE = 0.004;

/** Every request that reported the events, repetitions, and refused requests, in the order of receipt. */
export function planRequests(company: Company, events: readonly Event[], random: Random): Request[] {
  const requests: Request[] = [];
  for (const event of events) {
    const request = toRequest(event);
    requests.push(request);
    const laterReceipt = { receivedAt: request.receivedAt + random.between(2, 900) * 1000 };
    if (!event.isPending && random.chance(DUPLICATE_SHARE))
      requests.push({ ...request, ...laterReceipt, verdict: "duplicate" });
    if (random.chance(INVALID_SHARE)) requests.push({ ...invalidRequest(request, random), ...laterReceipt });
    if (random.chance(TEST_SHARE)) requests.push(testRequest(request, laterReceipt.receivedAt));
  }
  return requests.filter(({ receivedAt }) => receivedAt <= company.now).sort((a, b) => a.receivedAt - b.receivedAt);
}

function toRequest(event: Event): Request {
  const { lead, isPending, occurredAt, receivedAt, geo, txid, email, amount, sign, reason } = event;
  const { agent, type, clickId } = lead;
  const params: Record<string, string> = { clickid: clickId, event: NAMES[event.event] as string, secret: "***" };
  if (txid) params.txid = txid;
  if (sign < 0) Object.assign(params, { status: "reversed", reason });
  else if (geo !== lead.geo) params.geo = geo;
  if (email) params.email = email;
  if (amount) Object.assign(params, { amount, currency: "USD" });
  if (occurredAt !== receivedAt) params.ts = new Date(occurredAt).toISOString();
  return {
    receivedAt,
    verdict: isPending ? "held" : "accepted",
    reason: isPending ? "suspended" : null,
    site: type.site,
    typeId: type.id,
    agentId: agent.id,
    companyId: officeAt(agent, lead.at),
    clickId,
    params,
    eventId: isPending ? null : event.id,
  };
}

/** An invalid request: with an unknown click or secret, or an invalid status or event. */
function invalidRequest(request: Request, random: Random): Request {
  const unknownOwner = { typeId: null, agentId: null, companyId: null };
  const refused = { ...request, verdict: "refused" as const, eventId: null };
  const { params } = request;
  const kind = random.float();
  if (kind < 0.45) return { ...refused, ...unknownOwner, reason: "bad_secret", site: undefined };
  if (kind < 0.6) {
    // A click id with a plausible time that was never issued.
    const clickId = `${request.clickId.slice(0, 24)}${random.bytes(6).toString("hex")}`;
    const unknown = { ...refused, ...unknownOwner, clickId, params: { ...params, clickid: clickId } };
    return { ...unknown, verdict: "held", reason: "unknown_click" };
  }
  if (kind < 0.85) return { ...refused, reason: "malformed", params: { ...params, status: "refunded" } };
  return { ...refused, reason: "bad_event", params: { ...params, event: "lead" } };
}

function testRequest(request: Request, receivedAt: number): Request {
  return {
    ...request,
    receivedAt,
    verdict: "test",
    reason: null,
    eventId: null,
    params: { ...request.params, test: "1" },
  };
}
