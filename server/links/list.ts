import { z } from "zod";
import { agentsVisible } from "../accounts";
import { one, rows } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { invalid, notFound } from "../kernel/refusal";
import { type Actor, atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { requireSite } from "../sites";
import { ownLinkCodes } from "./link-keys";
import { linkOrigin } from "./origin";

export const ListedLink = z.object({
  id: z.int(),
  sitename: z.string(),
  typename: z.string(),
  linkFormat: z.enum(["Direct", "Encoded"]),
  link: z.string(),
});
type Listed = z.input<typeof ListedLink>;

/** Two links for each active type of a site that is enabled for the agent and his office: direct and encoded. */
export const list = query({
  name: "links.list",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: z.object({ siteId: Id, agentId: Id.optional() }),
  output: z.array(ListedLink),
  async run({ actor }, { siteId, agentId }) {
    const of = agentId ?? actor.agentId;
    if (of === null) throw invalid({ agentId: ["Please choose an agent."] });
    await requireLinkAgent(actor, of);
    await requireSite(actor, siteId);
    const links = await linksOf(siteId, of);
    if (!links) throw notFound();
    return links;
  },
});

/** The agent, if the account hands out his links: himself, or one of its present agents. Throws 404. */
export async function requireLinkAgent(actor: Actor, id: number): Promise<void> {
  const agent = await one(sql`
    SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ${id} AND ${agentsVisible(actor)}`);
  if (!agent) throw notFound();
}

/** The links of an agent on a site, by type; undefined when the site is not enabled for him and his office. */
export async function linksOf(siteId: number, agentId: number): Promise<Listed[] | undefined> {
  const enabled = await one(sql`
    SELECT agents.id FROM agents
    JOIN agent_sites ON agent_sites.agent_id = agents.id AND agent_sites.site_id = ${siteId}
    JOIN office_sites ON office_sites.company_id = agents.company_id AND office_sites.site_id = ${siteId}
    WHERE agents.id = ${agentId}`);
  if (!enabled) return undefined;
  const { origin } = await linkOrigin(agentId);
  const types = await rows<{ id: number; sitename: string; typename: string }>(sql`
    SELECT types.id, sitename, typename FROM types JOIN sites ON sites.id = site_id
    WHERE site_id = ${siteId} AND types.active ORDER BY lower(typename), types.id`);
  const codes = await ownLinkCodes();
  const at = (path: string) => new URL(path, origin).href;
  return types.flatMap((type): Listed[] => [
    { ...type, linkFormat: "Direct", link: at(`/api/links/go/${siteId}/${type.id}/${agentId}`) },
    { ...type, linkFormat: "Encoded", link: at(`/api/l/${codes.encode({ siteId, typeId: type.id, agentId })}`) },
  ]);
}
