import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brand } from "../../kernel/process/brand";
import { now } from "../../kernel/time/now";
import { counter } from "../../kernel/process/metrics";
import { dayOf } from "../../kernel/time";
import { parseAddress } from "../../kernel/addresses/address";
import { answerPage, redirect, REQUEST_ID, RETRY_SOON } from "../answers";
import type { AddressRate } from "./address-rate";
import { classes, classNames, classifyClick } from "./classes";
import { clickId } from "./click-id";
import type { Context } from "../context";
import type { ClickLog } from "../log/click-log";
import { deepLinkOf, withOwnParameters } from "../links/deep-link";
import type { Link } from "../links/link-copy";
import type { Rate, Visitor } from "./visitor";
import type { Click } from "./store-clicks";
import { fewSubs, subsOf } from "./subs";
import type { UserAgent } from "./user-agents";

const LONGEST_REFERER = 2_000;
/** The same for clicks of an address with too many of them. */
const SHORT_REFERER = 255;

/** The inputs of the classification of a click besides the request. */
export type ClickDependencies = {
  context: Context;
  clickLog: Pick<ClickLog, "append">;
  rate: Rate;
  /** The clicks of an address on all links. */
  addressRate: AddressRate;
  userAgent: (header: string) => UserAgent;
  visitor: (address: string, userAgent: string, typeId: number) => Visitor;
};

const total = counter("clicks_total", "Stored clicks by class.", "class");
const stored = classNames.map((name) => total.series({ class: name }));
const shortened = counter(
  "clicks_shortened_total",
  "Clicks stored without browser and long parameters, because their address has made too many.",
).series({});
const byOutcome = counter("clicks_outcome_total", "Clicks by outcome.", "outcome");
const outcomes = {
  stored: byOutcome.series({ outcome: "stored" }),
  unavailable: byOutcome.series({ outcome: "unavailable" }),
};

/**
 * Answers a click on an existing link. The click is classified and built from memory alone, in under 25 µs. The
 * response is sent once the click is in the log on disk: a redirect to the target or, if the link is suspended, to the
 * brand's fallback address, or 410 if the brand has none. If the disk does not take it the response is 503 and nothing is
 * acknowledged.
 */
export function answerClick(
  dependencies: ClickDependencies,
  link: Link,
  query: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const { context, clickLog, rate } = dependencies;
  const at = now().getTime();
  const { address, identity } = context.clientOf(req);
  const words = address === null ? undefined : parseAddress(address);
  const header = req.headers["user-agent"] ?? "";
  const agent = header === "" ? undefined : dependencies.userAgent(header);
  const visitor = dependencies.visitor(identity, agent?.text ?? "", link.typeId);
  const classification = classifyClick({
    suspended: link.suspended,
    blacklisted: () => words && context.links().blackList.covering(words),
    robot: agent ? agent.robot : null,
    headers: req.headers,
    tooMany: () => rate.exceeded(visitor, link.agentId, at),
  });
  const click: Click = {
    id: clickId(at),
    agentId: link.agentId,
    companyId: link.companyId,
    siteId: link.siteId,
    typeId: link.typeId,
    class: classes[classification.class],
    reason: classification.reason,
    flags: link.flags,
    geo: address === null ? "" : context.countryOf(address),
    ip: address,
    agent,
    referer: req.headers.referer?.slice(0, LONGEST_REFERER) ?? null,
    subs: subsOf(query),
    day: dayOf(at),
    visitor: visitor.bits,
  };
  // Such an address could otherwise fill the disk with browsers, referrers and sub IDs of its own.
  const isFlood = words !== undefined && dependencies.addressRate.exceeded(words, at);
  const record = isFlood ? withLittleText(click) : click;
  const { id, geo, subs } = click;
  const values = { id, geo, subs, class: click.class, page: deepLinkOf(query, link.hosts) };
  const isAccepted = clickLog.append(record, (isStored) => answer(isStored, link, values, res));
  if (!isAccepted) answer(false, link, values, res);
}

/** A click stored without its browser, and with a short referrer and few sub IDs. Its redirect is that of any click. */
function withLittleText(click: Click): Click {
  shortened.add();
  return {
    ...click,
    agent: undefined,
    referer: click.referer?.slice(0, SHORT_REFERER) ?? null,
    subs: fewSubs(click.subs),
  };
}

/** HEAD is answered like a click but is not stored, so its click ID is empty. */
export function answerHead(context: Context, link: Link, query: string, req: IncomingMessage, res: ServerResponse) {
  const { address } = context.clientOf(req);
  const geo = address === null ? "" : context.countryOf(address);
  sendRedirect(link, { id: "", geo, subs: subsOf(query), page: deepLinkOf(query, link.hosts) }, res);
}

function answer(
  isStored: boolean,
  link: Link,
  click: RedirectValues & Pick<Click, "class">,
  res: ServerResponse,
): void {
  (isStored ? outcomes.stored : outcomes.unavailable).add();
  if (!isStored) return answerPage(res, 503, [...RETRY_SOON, ...requestIdHeader(click)]);
  stored[click.class]?.add();
  sendRedirect(link, click, res);
}

function sendRedirect(link: Link, click: RedirectValues, res: ServerResponse): void {
  const target = redirectTarget(link, click);
  if (target === null) answerPage(res, 410, requestIdHeader(click));
  else redirect(res, target, requestIdHeader(click));
}

/** The ID of the stored click is that of its request, too. A HEAD, which stores none, has another. */
const requestIdHeader = ({ id }: Pick<Click, "id">): string[] => [REQUEST_ID, id === "" ? randomUUID() : id];

/** `page` is that of a deep link. */
type RedirectValues = Pick<Click, "id" | "geo" | "subs"> & { page: URL | undefined };

/**
 * The redirect target of a click: the page of its deep link, the link's target, the brand's fallback address if the link is suspended, or null for
 * the page "This link is no longer active".
 */
export function redirectTarget(
  { suspended, siteId, typeId, agentId, companyId, ch, target }: Link,
  click: RedirectValues,
): string | null {
  if (suspended !== undefined) return brand().suspendedLinkUrl;
  const ids = { clickid: click.id, agentid: agentId, officeid: companyId, siteid: siteId, typeid: typeId };
  const own = target({ ...ids, ch, geo: click.geo, subs: click.subs });
  return click.page ? withOwnParameters(click.page, own) : own;
}
