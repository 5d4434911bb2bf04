import { Op } from "sequelize";
import { z } from "zod";
import { Agent } from "~models";
import { parseAddress } from "../kernel/addresses/address";
import { Flag, Text, Verbatim } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import type { Coded, LinkInText } from "../links";
import { classNames, type DryRunResult, dryRunLink, joinQueries } from "../tracking";
import { Verdict } from "./answer";
import { Chain, chainOf } from "./chain";
import { priceNow, PriceOutput } from "./price";
import { linkText, parsePastedText, hostStandingOf } from "./pasted-text";
import { Click, Event, Postback, type Traces } from "./trace-rows";
import { tracesOfClick, tracesOfCustomer, tracesOfLink, tracesOfTransaction } from "./traces";
import { verdictOnClick, verdictOnLink } from "./verdict";

const Link = z.object({
  siteId: z.int(),
  typeId: z.int(),
  agentId: z.int(),
  shape: z.enum(["direct", "encoded", "named", "legacy"]),
  link: z.string(),
  /** Names for the ids. Null for records that do not exist (any more). */
  sitename: z.string().nullable(),
  typename: z.string().nullable(),
  officeName: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
});

const DryRun = z.object({
  status: z.int().describe("HTTP status that the visitor gets: 302 if the link redirects."),
  class: z.enum(classNames).nullable(),
  reason: z.string().nullable().describe("Why the click would not count; null if it would."),
  location: z.string().nullable(),
  geo: z.string(),
});

const Findings = z.object({
  found: z.enum(["link", "click", "customer", "transaction"]).nullable(),
  /** Every link in the text. The one selected by number is examined. */
  links: z.array(Link),
  verdict: Verdict.nullable(),
  chain: Chain.nullable(),
  /** The redirect target of a click by the given visitor now. */
  dryRun: DryRun.nullable(),
  price: PriceOutput.nullable(),
  clicks: z.array(Click),
  events: z.array(Event),
  postbacks: z.array(Postback),
});

const NO_FINDINGS: z.input<typeof Findings> = {
  ...{ found: null, links: [], verdict: null, chain: null, dryRun: null, price: null },
  ...{ clicks: [], events: [], postbacks: [] },
};

/** A pasted text, which may be a whole e-mail. */
export const Pasted = Verbatim(1_000_000).trim();

const Address = Text(64).refine(
  (text) => text === "" || parseAddress(text) !== undefined,
  "Please enter an IP address.",
);

type ExamineResult = z.input<typeof Findings>;
type Visitor = { ip?: string; userAgent?: string; ahead: boolean };

/**
 * Explains a link, a code, a click ID, a customer's e-mail address or a transaction ID: the chain from the office to the
 * last event, a dry run of the redirect, and a single reason if it does not pay. Other text finds nothing. Agents see
 * their own clicks and sales and managers those of their office, with the chain only if the agent is theirs; agents do
 * not see it at all.
 */
export const examine = query({
  name: "links.doctor",
  countsClicks: true,
  does: "examine tracked links",
  allow: atLeast("agent"),
  input: z.object({
    link: Pasted.default(""),
    at: z
      .int("Please choose one from the list.")
      .min(1)
      .default(1)
      .describe("Number of the link to examine, from 1, if the text has several."),
    ip: Address.optional().describe("IP address of the visitor who is tried."),
    userAgent: Text(1_000).optional().describe("User agent of the visitor who is tried."),
    ahead: Flag.default(false).describe("Whether the browser loads the page ahead of a visit, which does not count."),
  }),
  output: Findings,
  async run({ actor }, { link: text, at, ...visitor }) {
    const pasted = await parsePastedText(text);
    if (pasted.found === "link") return examineLinks(actor, await ownLinks(actor, pasted.links), at, visitor);
    if (pasted.found === "customer") return examineCustomer(actor, pasted.email, visitor);
    if (pasted.found === "transaction") return examineTransaction(actor, pasted.txid, visitor);
    if (pasted.found === null) return NO_FINDINGS;
    const findings = await examineClick(actor, pasted.clickId, visitor);
    if (findings.clicks.length + findings.events.length + findings.postbacks.length > 0) return findings;
    // Some sites use UUIDs as transaction IDs.
    const transaction = await examineTransaction(actor, pasted.clickId, visitor);
    return transaction.found ? transaction : findings;
  },
});

/** The links whose agent the actor may see; all of them for admins, also those of records that do not exist. */
export async function ownLinks<L extends Coded>(actor: Actor, links: readonly L[]): Promise<L[]> {
  if (hasRole(actor, "admin")) return [...links];
  const ids = links.map(({ agentId }) => agentId);
  const own = await Agent.findAll({ attributes: ["id"], where: { [Op.and]: [{ id: ids }, Agent.ownScope(actor)] } });
  return links.filter(({ agentId }) => own.some(({ id }) => id === agentId));
}

async function examineLinks(actor: Actor, links: LinkInText[], at: number, visitor: Visitor): Promise<ExamineResult> {
  if (links.length === 0) return NO_FINDINGS;
  const link = links[at - 1];
  if (!link) throw invalid({ at: ["Please choose one from the list."] });
  const search = joinQueries(link.query, link.saved ?? "");
  const state = await readLinkState(link, visitor, search === "" ? link.path : `${link.path}?${search}`);
  const traces = await tracesOfLink(actor, link.agentId, link.typeId);
  const host = await hostStandingOf(link.host);
  const translated: ExamineResult["links"] = [];
  for (const each of links) translated.push({ ...each, link: linkText(each), ...namesOf(actor, await chainOf(each)) });
  const verdict = verdictOnLink({ ...state, traces, host });
  return { found: "link", links: translated, verdict, ...toOutput(actor, state), ...traces };
}

const namesOf = (actor: Actor, { site, type, office, agent }: Chain) => ({
  sitename: site?.sitename ?? null,
  typename: type && type.siteId === site?.id ? type.typename : null,
  officeName: (hasRole(actor, "company") && office?.officeName) || null,
  username: agent?.username ?? null,
  email: agent && !agent.deleted ? agent.email : null,
});

async function examineClick(actor: Actor, clickId: string, visitor: Visitor): Promise<ExamineResult> {
  const traces = await tracesOfClick(actor, clickId);
  // A click may have been deleted while its sales remain.
  const ids = traces.clicks[0] ?? traces.events[0];
  const [own] = ids ? await ownLinks(actor, [ids]) : [];
  const state = own && (await readLinkState(own, visitor));
  const verdict = verdictOnClick(traces.clicks[0], traces, state?.dryRun);
  return { ...NO_FINDINGS, found: "click", verdict, ...(state ? toOutput(actor, state) : {}), ...traces };
}

/** Examines the click of the customer's latest event or unbooked postback. The other ones are listed. */
async function examineCustomer(actor: Actor, email: string, visitor: Visitor): Promise<ExamineResult> {
  const { events, postbacks } = await tracesOfCustomer(actor, email);
  const clickId = latestClickId({ events, postbacks });
  if (!clickId) {
    const reason = "No site has reported a sale to this e-mail address.";
    return { ...NO_FINDINGS, found: "customer", verdict: { pays: false, about: "event", reason } };
  }
  return { ...(await examineClick(actor, clickId, visitor)), found: "customer", events, postbacks };
}

/** Explains the events and unbooked postbacks of a transaction ID, and the click of the latest one. */
async function examineTransaction(actor: Actor, txid: string, visitor: Visitor): Promise<ExamineResult> {
  const { events, postbacks } = await tracesOfTransaction(actor, txid);
  if (events.length + postbacks.length === 0) return NO_FINDINGS;
  const clickId = latestClickId({ events, postbacks });
  const ofClick = clickId ? await tracesOfClick(actor, clickId) : undefined;
  const { chain, dryRun, price, clicks } = clickId ? await examineClick(actor, clickId, visitor) : NO_FINDINGS;
  const verdict = verdictOnClick(clicks[0], { events, postbacks }, undefined, ofClick?.events);
  return { ...NO_FINDINGS, found: "transaction", verdict, chain, dryRun, price, clicks, events, postbacks };
}

/** The click ID of the latest event or unbooked postback. */
function latestClickId({ events: [event], postbacks: [postback] }: Omit<Traces, "clicks">): string | undefined {
  const isLater = postback && (!event || Date.parse(postback.receivedAt) > Date.parse(event.date));
  return (isLater ? postback.clickId : undefined) ?? event?.clickId ?? postback?.clickId ?? undefined;
}

type LinkState = { chain: Chain; dryRun: DryRunResult; price: PriceOutput | null };

async function readLinkState(
  ids: Coded,
  { ip, userAgent, ahead }: Visitor,
  requestTarget?: string,
): Promise<LinkState> {
  const { siteId, typeId, agentId } = ids;
  const target = requestTarget ?? `/api/links/go/${siteId}/${typeId}/${agentId}`;
  const chain = await chainOf(ids);
  const dryRun = await dryRunLink(ids, { target, address: ip || undefined, userAgent, ahead });
  return { chain, dryRun, price: await priceNow(chain, dryRun.geo) };
}

/** Agents see no office, so they get the verdict alone. */
const toOutput = (
  actor: Actor,
  { chain, dryRun, price }: LinkState,
): Pick<ExamineResult, "chain" | "dryRun" | "price"> =>
  hasRole(actor, "company")
    ? { chain, price, dryRun: { ...dryRun, reason: dryRun.reason?.text ?? null } }
    : { chain: null, price: null, dryRun: null };
