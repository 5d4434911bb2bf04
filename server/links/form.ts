import { z } from "zod";
import { Agent } from "~models";
import { abilities, findOneVisible } from "../accounts";
import { resolveAgent } from "../agents";
import { Id, SearchText, Text } from "../kernel/operation/input";
import { invalid } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../offices";
import { listSiteOptions } from "../sites";
import { SUB_NAMES, type Subs } from "../types";

/** Sub ids of a form, as stored with a click: up to 255 characters each. */
export const SubIds = z.object(Object.fromEntries(SUB_NAMES.map((name) => [name, Text().optional()])) as SubShape);
type SubShape = Record<(typeof SUB_NAMES)[number], z.ZodOptional<ReturnType<typeof Text>>>;
type SubIds = z.output<typeof SubIds>;

/** The form of every screen with links of one agent. */
export const LinksForm = z.object({
  siteId: Id.optional(),
  companyId: Id.optional(),
  agentId: z.union([Id, SearchText(255)]).optional(),
  ...SubIds.shape,
});
export type LinksForm = z.output<typeof LinksForm>;

const Choice = z.object({ value: z.int(), label: z.string() });
/** The sites, offices and agents to choose from. */
export const LinksChoices = PeopleChoices.extend({
  sites: z.array(Choice),
  /** The chosen agent's username, as the field shows it. */
  agent: z.string().optional(),
});

/** A length that browsers, mails and QR codes handle reliably. */
const LONGEST_LINK = 2_000;

/** The link with its sub ids. If it would be longer than LONGEST_LINK, throws 422 at the longest sub id. */
export function withSubs(link: string, subIds: SubIds): string {
  const subs: Subs = subIds;
  const query = SUB_NAMES.flatMap((name) => (subs[name] ? [`${name}=${encodeURIComponent(subs[name])}`] : []));
  if (query.length === 0) return link;
  const fullLink = `${link}?${query.join("&")}`;
  if (fullLink.length <= LONGEST_LINK) return fullLink;
  const [longest = "sub1"] = [...SUB_NAMES].sort((a, b) => (subs[b]?.length ?? 0) - (subs[a]?.length ?? 0));
  throw invalid({ [longest]: [`Please use shorter sub ids: a link has at most ${LONGEST_LINK} characters.`] });
}

/** Agents get their own links. Everyone else names an agent by id or username. */
export async function chosenAgent(actor: Actor, form: LinksForm): Promise<Agent | undefined> {
  const { agentId: agentInput, companyId } = form;
  if (!abilities(actor).chooseAgent) return findOneVisible(Agent, actor, actor.agentId ?? 0);
  if (agentInput === undefined || agentInput === "") return undefined;
  const agent = await findOneVisible(Agent, actor, await resolveAgent(actor, agentInput));
  if (companyId !== undefined && agent.companyId !== companyId) {
    throw invalid({ agentId: ["This agent does not belong to the chosen office."] });
  }
  return agent;
}

/** The agent of a call: the one that is named, or the caller. Throws 422 if none is. */
export function ownerOf(actor: Actor, agentId: number | undefined): Promise<Agent> {
  const ownerId = agentId ?? actor.agentId;
  if (ownerId === null) throw invalid({ agentId: ["Please choose an agent."] });
  return findOneVisible(Agent, actor, ownerId);
}

export async function choices(actor: Actor, { companyId }: LinksForm) {
  const sites = await listSiteOptions(actor, "onlyAvailable");
  return {
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
    ...(await peopleChoices(actor, companyId)),
  };
}
