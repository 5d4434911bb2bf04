import { col, fn } from "sequelize";
import { z } from "zod";
import { Agent, AgentSite, OfficeSite, Type } from "~models";
import { findOneVisible } from "../accounts";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid, notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
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

/**
 * Two links, direct and encoded, for each active type of a site that is enabled for both the agent and their office.
 */
export const list = query({
  name: "links.list",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: z.object({ siteId: Id, agentId: Id.optional() }),
  output: z.array(ListedLink),
  async run({ actor }, { siteId, agentId }) {
    const of = agentId ?? actor.agentId;
    if (of === null) throw invalid({ agentId: ["Please choose an agent."] });
    const agent = await findOneVisible(Agent, actor, of);
    await requireSite(actor, siteId);
    const links = await linksOf(siteId, agent);
    if (!links) throw notFound();
    return links;
  },
});

/**
 * The links of an agent on a site, by type. Undefined if the site is not enabled for both the agent and their office.
 */
export async function linksOf(siteId: number, { id: agentId, companyId }: Agent): Promise<Listed[] | undefined> {
  const isOfOffice = (await OfficeSite.count({ where: { companyId, siteId } })) > 0;
  if (!isOfOffice || (await AgentSite.count({ where: { agentId, siteId } })) === 0) return undefined;
  const { origin } = await linkOrigin(agentId);
  const types = await Type.findAll({
    attributes: ["id", "typename"],
    where: { siteId, active: true },
    include: [{ association: "site", attributes: ["sitename"] }],
    order: [[fn("lower", col("typename")), "ASC"], "id"],
  });
  const codes = await ownLinkCodes();
  const at = (path: string) => new URL(path, origin).href;
  return types.flatMap(({ id, typename, site }): Listed[] => {
    const type = { id, typename, sitename: site?.sitename ?? "" };
    return [
      { ...type, linkFormat: "Direct", link: at(`/api/links/go/${siteId}/${id}/${agentId}`) },
      { ...type, linkFormat: "Encoded", link: at(`/api/l/${codes.encode({ siteId, typeId: id, agentId })}`) },
    ];
  });
}
