import { z } from "zod";
import { agentsVisible } from "../accounts";
import { one, rows } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { productUrl } from "../kernel/product-url";
import { invalid, notFound } from "../kernel/refusal";
import { type Actor, atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { requireSite } from "../sites";
import { ownLinkCodes } from "./link-keys";

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
  const enabled = await one<{ origin: string | null }>(sql`
    SELECT coalesce(preferred.domain, (SELECT domain FROM domains WHERE NOT hidden ORDER BY id LIMIT 1)) AS origin
    FROM agents
    JOIN agent_sites ON agent_sites.agent_id = agents.id AND agent_sites.site_id = ${siteId}
    JOIN office_sites ON office_sites.company_id = agents.company_id AND office_sites.site_id = ${siteId}
    JOIN offices ON offices.id = agents.company_id
    LEFT JOIN domains AS preferred ON preferred.id = preferred_domain_id AND NOT preferred.hidden
    WHERE agents.id = ${agentId}`);
  if (!enabled) return undefined;
  const types = await rows<{ id: number; sitename: string; typename: string }>(sql`
    SELECT types.id, sitename, typename FROM types JOIN sites ON sites.id = site_id
    WHERE site_id = ${siteId} AND types.active ORDER BY lower(typename), types.id`);
  const codes = await ownLinkCodes();
  const at = (path: string) => (enabled.origin === null ? productUrl(path) : new URL(path, enabled.origin).href);
  return types.flatMap((type): Listed[] => [
    { ...type, linkFormat: "Direct", link: at(`/api/links/go/${siteId}/${type.id}/${agentId}`) },
    { ...type, linkFormat: "Encoded", link: at(`/api/l/${codes.encode({ siteId, typeId: type.id, agentId })}`) },
  ]);
}
