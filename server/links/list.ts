import { literal } from "sequelize";
import { z } from "zod";
import { type Agent, AgentSite, OfficeSite, Type } from "~models";
import { sql } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { inNewTransaction, queryOne, readTransaction } from "../kernel/database/transactions";
import { productUrl } from "../kernel/net/urls";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { config } from "../kernel/process/config";
import { findSealedKey, loadOrCreateKey, unsealKey } from "../kernel/process/secrets";
import { requireSite } from "../sites";
import { type Coded, type LinkCodes, linkCodes, parseLinkKeys } from "./codes";
import { ownerOf, SubIds, withSubs } from "./form";

const STORED_KEY_ID = 1;
const KEY = "links";

/** The codes of this deployment, under LINK_KEYS or otherwise a key stored in the database, created on first use. */
export async function ownLinkCodes(): Promise<LinkCodes> {
  const keys = configured();
  if (keys) return keys;
  const sealed = await readTransaction(() => findSealedKey(KEY));
  // The first use may be in a read-only transaction, so the key is created in a new one.
  return codesUnder(sealed ? unsealKey(KEY, sealed) : await inNewTransaction(() => loadOrCreateKey(KEY)));
}

/** The same without the database, from a saved copy of its key. */
export const savedLinkCodes = (secret: Buffer): LinkCodes => configured() ?? codesUnder(secret);

function configured(): LinkCodes | undefined {
  const { LINK_KEYS } = config();
  return LINK_KEYS ? linkCodes(parseLinkKeys(LINK_KEYS)) : undefined;
}

const codesUnder = (secret: Buffer): LinkCodes => linkCodes([{ id: STORED_KEY_ID, secret }]);

/** The origin of an agent's links, and the id of its domain; the id is null if it is the product's own address. */
export type LinkOrigin = { origin: string; domainId: number | null };

/**
 * The preferred domain of the agent's office. If it is hidden or not set, the first active domain; if there is none,
 * the product's own address.
 */
export async function linkOrigin(agentId: number): Promise<LinkOrigin> {
  const domain = await queryOne<{ id: number; domain: string }>(sql`
    SELECT domains.id, domain FROM domains
    LEFT JOIN agents ON agents.id = ${agentId}
    LEFT JOIN offices ON offices.id = agents.company_id
    WHERE NOT domains.hidden
    ORDER BY domains.id IS DISTINCT FROM offices.preferred_domain_id, domains.id LIMIT 1`);
  return { origin: domain?.domain ?? new URL(productUrl("/")).origin, domainId: domain?.id ?? null };
}

export const ListedLink = z
  .object({
    id: z.int(),
    sitename: z.string(),
    typename: z.string(),
    linkFormat: z.enum(["Direct", "Encoded"]),
    link: z.string(),
  })
  .meta({ id: "TrackedLink", description: "A tracked link of an agent." });
type Listed = z.input<typeof ListedLink>;

/**
 * Two links, direct and encoded, for each active type of a site that is enabled for both the agent and their office.
 */
export const list = query({
  name: "links.list",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: z.object({ siteId: Id, agentId: Id.optional(), ...SubIds.shape }),
  output: z.array(ListedLink),
  async run({ actor }, { siteId, agentId, ...subs }) {
    const agent = await ownerOf(actor, agentId);
    await requireSite(actor, siteId);
    const links = await linksOf(siteId, agent);
    if (!links) throw notFound();
    return links.map((listed) => ({ ...listed, link: withSubs(listed.link, subs) }));
  },
});

/**
 * The links of an agent on a site, by type. Undefined if the site is not enabled for both the agent and their office.
 */
export async function linksOf(siteId: number, { id: agentId, companyId }: Agent): Promise<Listed[] | undefined> {
  const isOfOffice = (await OfficeSite.count({ where: { companyId, siteId } })) > 0;
  if (!isOfOffice || (await AgentSite.count({ where: { agentId, siteId } })) === 0) return undefined;
  const addressesOf = await linkAddresses(agentId);
  const types = await Type.findAll({
    attributes: ["id", "typename"],
    where: { siteId, active: true },
    include: [{ association: "site", attributes: ["sitename"] }],
    order: [[literal("typename COLLATE by_name"), "ASC"], "id"],
  });
  return types.flatMap(({ id, typename, site }): Listed[] => {
    const type = { id, typename, sitename: site?.sitename ?? "" };
    const { direct, encoded } = addressesOf({ siteId, typeId: id });
    return [
      { ...type, linkFormat: "Direct", link: direct },
      { ...type, linkFormat: "Encoded", link: encoded },
    ];
  });
}

/** Returns the function that makes the two addresses of the agent's links. */
export async function linkAddresses(agentId: number) {
  const [{ origin }, codes] = await together(linkOrigin(agentId), ownLinkCodes());
  const at = (path: string) => new URL(path, origin).href;
  return ({ siteId, typeId }: Omit<Coded, "agentId">) => ({
    direct: at(`/api/links/go/${siteId}/${typeId}/${agentId}`),
    encoded: at(`/api/l/${codes.encode({ siteId, typeId, agentId })}`),
  });
}
