import { z } from "zod";
import { Agent } from "~models";
import { abilities, findOneVisible } from "../accounts";
import { resolveAgent } from "../agents";
import { Id, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid, notFound } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { qrCode } from "../kernel/text/qr-code";
import { PeopleChoices, peopleChoices, requireOffice } from "../offices";
import { listSiteOptions, requireSite } from "../sites";
import { SUB_NAMES, type Subs } from "../types";
import { linksOf, ListedLink } from "./list";
import { Pays, paysOf } from "./pays";

/** Sub ids of a form, as stored with a click: up to 255 characters each. */
const SubIds = z.object(Object.fromEntries(SUB_NAMES.map((name) => [name, Text().optional()])) as SubShape);
type SubShape = Record<(typeof SUB_NAMES)[number], z.ZodOptional<ReturnType<typeof Text>>>;

/** A length that browsers, mails and QR codes handle reliably. */
const LONGEST_LINK = 2_000;

/** The link with its sub ids. If it would be longer than LONGEST_LINK, throws 422 at the longest sub id. */
function withSubs(link: string, subIds: z.output<typeof SubIds>): string {
  const subs: Subs = subIds;
  const query = SUB_NAMES.flatMap((name) => (subs[name] ? [`${name}=${encodeURIComponent(subs[name])}`] : []));
  if (query.length === 0) return link;
  const fullLink = `${link}?${query.join("&")}`;
  if (fullLink.length <= LONGEST_LINK) return fullLink;
  const [longest = "sub1"] = [...SUB_NAMES].sort((a, b) => (subs[b]?.length ?? 0) - (subs[a]?.length ?? 0));
  throw invalid({ [longest]: [`Please use shorter sub ids: a link has at most ${LONGEST_LINK} characters.`] });
}

const Choice = z.object({ value: z.int(), label: z.string() });
const Form = z.object({
  siteId: Id.optional(),
  companyId: Id.optional(),
  agentId: z.union([Id, Text(255)]).optional(),
  ...SubIds.shape,
});
type Form = z.output<typeof Form>;

/**
 * Link Codes: the sites, offices and agents to choose from, and the links once a site and an agent are chosen (GEN-05).
 */
export const codesScreen = query({
  name: "links.codesScreen",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: Form,
  output: PeopleChoices.extend({
    sites: z.array(Choice),
    /** The chosen agent's username, as the field shows it. */
    agent: z.string().optional(),
    /** Null until a site and an agent are chosen. */
    links: z.array(ListedLink).nullable(),
    /** Pesos that the agent gets for each of the links. */
    pays: z.array(Pays),
  }),
  async run({ actor }, form) {
    const agent = await chosenAgent(actor, form);
    if (form.companyId !== undefined) await requireOffice(actor, form.companyId);
    return {
      ...(await choices(actor, form)),
      agent: agent?.account?.username,
      links: agent === undefined ? null : await chosenLinks(actor, form, agent),
      pays: agent === undefined || form.siteId === undefined ? [] : await paysOf(actor, form.siteId, agent),
    };
  },
});

/** One of the links as a QR code, with the text next to it. Throws 404 for a link that the form does not list. */
export const qrScreen = query({
  name: "links.qrScreen",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: Form.extend({ typeId: Id.optional(), linkFormat: ListedLink.shape.linkFormat.optional() }),
  output: ListedLink.extend({ agent: z.string(), path: z.string(), size: z.int() }),
  async run({ actor }, { typeId, linkFormat, ...form }) {
    const agent = await chosenAgent(actor, form);
    const links = agent === undefined ? null : await chosenLinks(actor, form, agent);
    const link = links?.find((listed) => listed.id === typeId && listed.linkFormat === linkFormat);
    if (!link) throw notFound();
    return { ...link, agent: agent?.account?.username ?? "", ...qrCode(link.link) };
  },
});

/** Agents get their own links. Everyone else names an agent by id or username. */
async function chosenAgent(actor: Actor, { agentId: agentInput, companyId }: Form): Promise<Agent | undefined> {
  if (!abilities(actor).chooseAgent) return findOneVisible(Agent, actor, actor.agentId ?? 0);
  if (agentInput === undefined || agentInput === "") return undefined;
  const agent = await findOneVisible(Agent, actor, await resolveAgent(actor, agentInput));
  if (companyId !== undefined && agent.companyId !== companyId) {
    throw invalid({ agentId: ["This agent does not belong to the chosen office."] });
  }
  return agent;
}

async function chosenLinks(actor: Actor, { siteId, ...form }: Form, agent: Agent) {
  if (siteId === undefined) return null;
  await requireSite(actor, siteId);
  const links = await linksOf(siteId, agent);
  if (!links) throw invalid({ siteId: ["This site is not enabled for this agent."] });
  return links.map((listed) => ({ ...listed, link: withSubs(listed.link, form) }));
}

async function choices(actor: Actor, { companyId }: Form) {
  const sites = await listSiteOptions(actor, "onlyAvailable");
  return {
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
    ...(await peopleChoices(actor, companyId)),
  };
}
