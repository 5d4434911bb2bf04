import type { IncomingHttpHeaders } from "node:http";
import { formatNetwork, parseAddress, type Words } from "../../kernel/addresses/address";
import { now } from "../../kernel/time/now";
import { config } from "../../kernel/process/config";
import { currentClient, queryOne } from "../../kernel/database/transactions";
import { sql } from "../../kernel/database/sql";
import type { Coded } from "../../links";
import { type ClassName, classifyClick } from "../clicks/classes";
import { clickId } from "../clicks/click-id";
import { redirectTarget } from "../clicks/answer-click";
import { countries } from "../clicks/countries";
import { deepLinkOf } from "./deep-link";
import { MISSING, type Link, SUSPENDED } from "./link-copy";
import { readOneLink } from "./link-rows";
import { isTooMany } from "../clicks/visitor";
import { routeOf } from "../route";
import { subsOf } from "../clicks/subs";
import { type UserAgent, userAgents } from "../clicks/user-agents";

/** A hypothetical click. */
export type Visit = {
  /** Path and query, exactly as in the address. */
  target: string;
  /** The visitor's IP address; undefined means that it is unknown. */
  address: string | undefined;
  userAgent: string | undefined;
  /** The browser prefetches the link. */
  ahead: boolean;
};

/** The subject of a reason: a part of the link, the spelling of the address, or the visitor. */
export type ReasonSubject = keyof typeof SUSPENDED | "address" | "visitor";

export type DryRunResult = {
  /** The HTTP status of the response. */
  status: 302 | 404 | 410;
  /** The redirect target, or null. The click ID in it belongs to no stored click. */
  location: string | null;
  /** The class of the click; null if no click would be stored. */
  class: ClassName | null;
  /** Why the click would not count; null if it would. */
  reason: { about: ReasonSubject; text: string } | null;
  /** The two-letter country of the address; "" if unknown. */
  geo: string;
  link: Link | undefined;
};

const UNKNOWN_ADDRESS = "The address is not spelled like /api/l/{code} or /api/links/go/{siteId}/{typeId}/{agentId}.";
const agents = userAgents();

/**
 * The redirect target and class of a hypothetical click at this moment, by the rules of the hot path. Nothing is stored
 * or counted. Links, black list and earlier clicks are read in the open transaction.
 */
export async function dryRunLink(ids: Coded, visit: Visit): Promise<DryRunResult> {
  const { siteId, typeId, agentId } = ids;
  const words = visit.address === undefined ? undefined : parseAddress(visit.address);
  const geo = visit.address === undefined ? "" : countries()(visit.address);
  const copy = await readOneLink(currentClient(), ids, words);
  const link = copy.find(siteId, typeId, agentId);
  const nothing = { status: 404, location: null, class: null, geo, link } as const;
  const route = routeOf(visit.target);
  if (!route || route.kind === "unknown") return { ...nothing, reason: { about: "address", text: UNKNOWN_ADDRESS } };
  const missing = copy.missingPart(siteId, typeId, agentId);
  if (missing) return { ...nothing, reason: { about: missing, text: MISSING[missing] } };
  if (!link) throw new Error("A link that lacks nothing was not found.");

  const agent = visit.userAgent ? agents(visit.userAgent) : undefined;
  const tooMany = await wouldBeTooMany(link, words, agent);
  const classification = classifyClick({
    suspended: link.suspended,
    blacklisted: () => words && copy.blackList.covering(words),
    robot: agent?.robot,
    headers: visit.ahead ? PREFETCH_HEADER : {},
    tooMany: () => tooMany,
  });
  const { query } = route;
  const page = deepLinkOf(query, link.hosts);
  const location = redirectTarget(link, { id: clickId(now().getTime()), geo, subs: subsOf(query), page });
  const reason = classification.reason === null ? null : { about: subjectOf(link), text: classification.reason };
  return { status: location === null ? 410 : 302, location, class: classification.class, reason, geo, link };
}

const PREFETCH_HEADER: IncomingHttpHeaders = { "sec-purpose": "prefetch" };

const subjectOf = ({ suspended }: Link): ReasonSubject =>
  (Object.keys(SUSPENDED) as (keyof typeof SUSPENDED)[]).find((part) => SUSPENDED[part] === suspended) ?? "visitor";

/**
 * Each server process counts clicks in its own memory, which is not accessible here. The stored clicks give the count
 * of all processes together.
 */
async function wouldBeTooMany({ agentId, typeId }: Link, words: Words | undefined, agent: UserAgent | undefined) {
  const { CLICK_RATE } = config();
  if (CLICK_RATE === 0 || !words) return false;
  const address = formatNetwork({ words, bits: words.length * 32 });
  const since = new Date(now().getTime() - 60_000);
  const recent = await queryOne<{ clicks: number }>(sql`
    SELECT count(*)::int AS clicks FROM clicks
    WHERE agent_id = ${agentId} AND clicked_at > ${since} AND type_id = ${typeId} AND ip = ${address}::inet
      AND ua_id IS NOT DISTINCT FROM ${agent ? String(agent.id) : null}::bigint`);
  return isTooMany((recent?.clicks ?? 0) + 1, CLICK_RATE);
}
