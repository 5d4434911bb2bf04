import { log } from "../kernel/log";
import { compileTarget, type Target } from "../types";
import type { BlackList } from "./black-list";
import type { LegacyLinks } from "./legacy-links";

/** A link that exists: what a click on it is stored with, and where it leads. */
export type Link = {
  siteId: number;
  typeId: number;
  agentId: number;
  companyId: number;
  /** The integration channel of the type. */
  ch: number;
  /** 1 avp, 2 useApproveSale: the site's, now. */
  flags: number;
  target: Target;
  /** Why it does not work, in words; undefined when it does. */
  suspended: string | undefined;
};

type Site = { active: boolean; flags: number; column: number };
type Type = {
  siteId: number;
  active: boolean;
  ch: number;
  url: string;
  clickParam: string;
  target: Target | undefined;
};
type Agent = { companyId: number; active: boolean; approved: boolean; officeActive: boolean; row: number };

const BY_AGENT = 1;
const BY_OFFICE = 2;

/** What is missing of a link that leads nowhere. */
export const ABSENT = {
  site: "There is no such site.",
  type: "There is no such link of this site.",
  agent: "This agent does not exist or was deleted.",
} as const;

/** Why a link does not work, by what is the reason, in the order in which they are asked. */
export const SUSPENDED = {
  site: "The site is suspended.",
  type: "The link is suspended.",
  approval: "The agent is not approved.",
  agent: "The agent is suspended.",
  office: "The office is suspended.",
  officeSite: "The site is not enabled for the office.",
  agentSite: "The site is not enabled for the agent.",
  target: "The link has no usable address.",
} as const;

/** Everything that decides what a tracked link does, as it was at one moment of the database. */
export class LinkCopy {
  constructor(
    /** The version of link_state that this copy shows. */
    readonly version: number,
    private readonly sites: ReadonlyMap<number, Site>,
    private readonly types: ReadonlyMap<number, Type>,
    private readonly agents: ReadonlyMap<number, Agent>,
    /** By agent's row and site's column: who enabled it. A byte a pair stays small where sets would not. */
    private readonly enabled: Uint8Array,
    /** One list for all copies of a process: it is changed, not copied. */
    readonly blackList: BlackList,
    readonly legacy: LegacyLinks,
    /** Keyed hashes of the secrets in force, as hex; undefined where they were not read. */
    readonly secrets: ReadonlySet<string> | undefined,
  ) {}

  /** The link of a type of that site and an agent; undefined when one of them does not exist or was deleted. */
  find(siteId: number, typeId: number, agentId: number): Link | undefined {
    const parts = this.#parts(siteId, typeId, agentId);
    if (typeof parts === "string") return undefined;
    const { site, type, agent } = parts;
    const suspended = this.#suspended(site, type, agent);
    const { companyId } = agent;
    const target = type.target ?? nowhere;
    return { siteId, typeId, agentId, companyId, ch: type.ch, flags: site.flags, target, suspended };
  }

  /** Which part of a link does not exist, where `find` finds none. */
  absent(siteId: number, typeId: number, agentId: number): keyof typeof ABSENT | undefined {
    const parts = this.#parts(siteId, typeId, agentId);
    return typeof parts === "string" ? parts : undefined;
  }

  #parts(siteId: number, typeId: number, agentId: number) {
    const site = this.sites.get(siteId);
    if (!site) return "site";
    const type = this.types.get(typeId);
    if (type?.siteId !== siteId) return "type";
    const agent = this.agents.get(agentId);
    return agent ? { site, type, agent } : "agent";
  }

  #suspended(site: Site, type: Type, agent: Agent): string | undefined {
    if (!site.active) return SUSPENDED.site;
    if (!type.active) return SUSPENDED.type;
    if (!agent.approved) return SUSPENDED.approval;
    if (!agent.active) return SUSPENDED.agent;
    if (!agent.officeActive) return SUSPENDED.office;
    const enabled = this.enabled[agent.row * this.sites.size + site.column] ?? 0;
    if (!(enabled & BY_OFFICE)) return SUSPENDED.officeSite;
    if (!(enabled & BY_AGENT)) return SUSPENDED.agentSite;
    return type.target ? undefined : SUSPENDED.target;
  }

  /** A compiled target of this copy, when address and parameter are still the same. */
  compiled(typeId: number, url: string, clickParam: string): Target | undefined {
    const type = this.types.get(typeId);
    return type?.url === url && type.clickParam === clickParam ? type.target : undefined;
  }
}

const nowhere: Target = () => "";

/** Sites, types and agents as the database has them: what decides what a tracked link does. */
export type LinkRows = {
  sites: [id: number, active: boolean, flags: number][];
  types: [id: number, siteId: number, active: boolean, ch: number, url: string, clickParam: string][];
  agents: [
    ...[id: number, companyId: number, active: boolean, approved: boolean, officeActive: boolean],
    /** Sites that the agent, and that his office has. */
    ...[own: string | null, office: string | null],
  ][];
};

/** What a copy is made of: its version, the rows of one moment, and the list and the older codes of that moment. */
export type Made = {
  version: number;
  rows: LinkRows;
  blackList: BlackList;
  legacy: LegacyLinks;
  secrets?: ReadonlySet<string>;
};

/** The copy of these rows; `before` has targets that need not be compiled again. */
export function linkCopy({ version, rows, blackList, legacy, secrets }: Made, before?: LinkCopy): LinkCopy {
  const sites = new Map<number, Site>();
  for (const [id, active, flags] of rows.sites) sites.set(id, { active, flags, column: sites.size });
  const types = new Map<number, Type>();
  for (const [id, siteId, active, ch, url, clickParam] of rows.types) {
    const target = before?.compiled(id, url, clickParam) ?? compiledOrNone(id, url, clickParam);
    types.set(id, { siteId, active, ch, url, clickParam, target });
  }
  const agents = new Map<number, Agent>();
  const enabled = new Uint8Array(rows.agents.length * sites.size);
  const mark = (row: number, list: string | null, bit: number) => {
    for (const id of list?.split(",") ?? []) {
      const site = sites.get(Number(id));
      const pair = site && row * sites.size + site.column;
      if (pair !== undefined) enabled[pair] = (enabled[pair] ?? 0) | bit;
    }
  };
  rows.agents.forEach(([id, companyId, active, approved, officeActive, own, office], row) => {
    agents.set(id, { companyId, active, approved, officeActive, row });
    mark(row, own, BY_AGENT);
    mark(row, office, BY_OFFICE);
  });
  return new LinkCopy(version, sites, types, agents, enabled, blackList, legacy, secrets);
}

function compiledOrNone(typeId: number, url: string, clickParam: string): Target | undefined {
  try {
    return compileTarget(url, clickParam);
  } catch (fault) {
    log().error({ err: fault, typeId }, "a link without a usable address");
    return undefined;
  }
}
