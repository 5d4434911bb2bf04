import { createHash } from "node:crypto";
import { type Call, callOrThrow, MAX_CONCURRENT_CALLS } from "./connection";
import { inOrder } from "./in-order";
import { type Click, type LinkIds, Problem } from "./recording";
import { pick } from "./share";

export type Link = LinkIds & { path: string; companyId: number };
export type Type = { typeId: number; siteId: number; paysBonus: boolean };
export type Links = {
  /** The link of a click. Undefined if the click names a link that does not count. */
  of(click: Click): Link | undefined;
  count: number;
  offices: Map<number, string>;
  types: Map<number, Type>;
  /** Identifies the database: codes are made with the database's own keys, so the same database has the same value. */
  database: string;
};

type Agent = { id: number; companyId: number };
type Listed = { id: number; linkFormat: string; link: string };

/** Enough for every office and site to take part, and few enough to be queried quickly. */
const MAX_AGENTS = 24;

/**
 * The links that count, as the product lists them: those of agents spread over the available offices, and those of
 * agents named in the recording. A path always maps to the same link.
 */
export async function chooseLinks(call: Call, namedLinks: readonly LinkIds[]): Promise<Links> {
  const [sites, offices, everyAgent] = await Promise.all([
    callOrThrow<{ id: number }[]>(call, "GET", "sites?filter=onlyAvailable"),
    callOrThrow<{ id: number; officeName: string }[]>(call, "GET", "companies?onlyAvailable=true"),
    callOrThrow<Agent[]>(call, "GET", "companies/agents?agentsQuery=onlyAvailable"),
  ]);
  const officeNames = new Map(offices.map(({ id, officeName }) => [id, officeName]));
  const agents = everyAgent.filter(({ companyId }) => officeNames.has(companyId));
  const chosen = spread(agents);
  const siteIds = sites.map(({ id }) => id).toSorted((a, b) => a - b);
  const links = await fetchLinks(
    call,
    chosen.flatMap((agent) => siteIds.map((siteId) => ({ agent, siteId }))),
  );
  if (links.length === 0) throw new Problem("There is no link that counts: no available agent has a site.");
  const extra = await fetchLinks(call, namedPairs(namedLinks, agents, siteIds));
  const byIds = new Map([...links, ...extra].toReversed().map((link) => [linkKey(link), link]));
  const types = (await inOrder(sites, MAX_CONCURRENT_CALLS, () => [], fetchTypes(call))).flat();
  return {
    of: ({ target }) => (typeof target === "string" ? pick(links, target) : byIds.get(linkKey(target))),
    count: links.length,
    offices: officeNames,
    types: new Map(types.map((type) => [type.typeId, type])),
    database: createHash("sha256")
      .update(links.map(({ path }) => path).join("\n"))
      .digest("hex")
      .slice(0, 16),
  };
}

const linkKey = ({ siteId, typeId, agentId }: LinkIds) => `${siteId}/${typeId}/${agentId}`;

/** The first agent of every office, then the second of each, and so on until there are enough. */
function spread(agents: readonly Agent[]): Agent[] {
  const agentsPerOffice = new Map<number, number>();
  const ranked = agents
    .toSorted((a, b) => a.companyId - b.companyId || a.id - b.id)
    .map((agent) => {
      const rank = agentsPerOffice.get(agent.companyId) ?? 0;
      agentsPerOffice.set(agent.companyId, rank + 1);
      return { agent, rank };
    });
  const first = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_AGENTS);
  return first.map(({ agent }) => agent);
}

type Pair = { agent: Agent; siteId: number };

function namedPairs(namedLinks: readonly LinkIds[], agents: readonly Agent[], siteIds: readonly number[]): Pair[] {
  const agentsById = new Map(agents.map((agent) => [agent.id, agent]));
  const pairs = new Map<string, Pair>();
  for (const { siteId, agentId } of namedLinks) {
    const agent = agentsById.get(agentId);
    if (agent && siteIds.includes(siteId)) pairs.set(`${siteId}/${agentId}`, { agent, siteId });
  }
  return [...pairs.values()];
}

/** Both shapes of each link. There is none for a site that is not enabled for the agent. */
async function fetchLinks(call: Call, pairs: readonly Pair[]): Promise<Link[]> {
  const lists = await inOrder(
    pairs,
    MAX_CONCURRENT_CALLS,
    () => [],
    async ({ agent, siteId }) => {
      const listed = await call<Listed[]>("POST", "links/list", { siteId, agentId: agent.id });
      return (listed ?? []).map(({ id, link }) => ({
        siteId,
        typeId: id,
        agentId: agent.id,
        companyId: agent.companyId,
        path: new URL(link).pathname,
      }));
    },
  );
  return lists.flat();
}

const fetchTypes = (call: Call) => async (site: { id: number }) => {
  const types = await callOrThrow<{ id: number; bonus?: boolean }[]>(call, "GET", `types/${site.id}/by-site`);
  return types.map(({ id, bonus = false }) => ({ typeId: id, siteId: site.id, paysBonus: bonus }));
};
