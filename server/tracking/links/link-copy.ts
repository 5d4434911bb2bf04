import { log } from "../../kernel/process/log";
import { compileTarget, type Target } from "../../types";
import type { BlackList } from "./black-list";
import type { LegacyLinks } from "./legacy-links";
import { type NamedLinks, noNamedLinks } from "./named-links";

/** An existing link: its redirect target and the columns that a click on it is stored with. */
export type Link = {
  siteId: number;
  typeId: number;
  agentId: number;
  companyId: number;
  /** The integration channel of the type. */
  ch: number;
  /** The site's current flags, as bits: 1 avp, 2 useApproveSale. */
  flags: number;
  target: Target;
  /** Hosts of deep links; undefined without any. */
  hosts: ReadonlySet<string> | undefined;
  /** Why the link does not work, as a sentence; undefined if it works. */
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
  hosts: ReadonlySet<string> | undefined;
};
type Agent = { companyId: number; active: boolean; approved: boolean; officeActive: boolean; row: number };

const BY_AGENT = 1;
const BY_OFFICE = 2;

/** The messages for a part of a link that does not exist. */
export const MISSING = {
  site: "There is no such site.",
  type: "There is no such link of this site.",
  agent: "This agent does not exist or was deleted.",
} as const;

/** The messages for a suspended link, by cause, in the order in which the causes are checked. */
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

/** A consistent snapshot of everything that determines what a tracked link does. */
export class LinkCopy {
  constructor(
    /** The version of link_state that this copy reflects. */
    readonly version: number,
    private readonly sites: ReadonlyMap<number, Site>,
    private readonly types: ReadonlyMap<number, Type>,
    private readonly agents: ReadonlyMap<number, Agent>,
    /**
     * Per agent (row) and site (column): the bits BY_AGENT and BY_OFFICE. One byte per pair takes less memory than
     * sets.
     */
    private readonly enabled: Uint8Array,
    /** All copies of a process share one list, which is changed in place. */
    readonly blackList: BlackList,
    readonly legacy: LegacyLinks,
    /** Keyed hashes of the secrets in force, in hex; undefined if they were not read. */
    readonly secrets: ReadonlySet<string> | undefined,
    readonly named: NamedLinks,
  ) {}

  /** The link of an agent to a type of the site; undefined if one of them does not exist or was deleted. */
  find(siteId: number, typeId: number, agentId: number): Link | undefined {
    const parts = this.#parts(siteId, typeId, agentId);
    if (typeof parts === "string") return undefined;
    const { site, type, agent } = parts;
    const suspended = this.#suspended(site, type, agent);
    const { companyId } = agent;
    const target = type.target ?? nowhere;
    const { ch, hosts } = type;
    return { siteId, typeId, agentId, companyId, ch, flags: site.flags, target, hosts, suspended };
  }

  /** The part of a link that does not exist, when `find` returns undefined. */
  missingPart(siteId: number, typeId: number, agentId: number): keyof typeof MISSING | undefined {
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

  /** The compiled target of this copy, if address and parameter have not changed. */
  compiled(typeId: number, url: string, clickParam: string): Target | undefined {
    const type = this.types.get(typeId);
    return type?.url === url && type.clickParam === clickParam ? type.target : undefined;
  }
}

const nowhere: Target = () => "";

/** Sites, types and agents as read from the database. */
export type LinkRows = {
  sites: [id: number, active: boolean, flags: number][];
  types: [
    ...[id: number, siteId: number, active: boolean, ch: number, url: string, clickParam: string],
    /** Comma-separated hosts of deep links. Links that a former version saved have none. */
    hosts?: string,
  ][];
  agents: [
    ...[id: number, companyId: number, active: boolean, approved: boolean, officeActive: boolean],
    /** Comma-separated IDs of the sites enabled by the agent and by their office. */
    ...[own: string | null, office: string | null],
  ][];
};

/** The parts of a copy: its version, and the rows, black list and legacy codes of the same moment. */
export type LinkCopyInput = {
  version: number;
  rows: LinkRows;
  blackList: BlackList;
  legacy: LegacyLinks;
  secrets?: ReadonlySet<string>;
  named?: NamedLinks;
};

/** Builds a copy of these rows. Compiled targets of `before` are reused if they have not changed. */
export function buildLinkCopy(
  { version, rows, blackList, legacy, secrets, named = noNamedLinks }: LinkCopyInput,
  before?: LinkCopy,
): LinkCopy {
  const sites = new Map<number, Site>();
  for (const [id, active, flags] of rows.sites) sites.set(id, { active, flags, column: sites.size });
  const types = new Map<number, Type>();
  for (const [id, siteId, active, ch, url, clickParam, hosts] of rows.types) {
    const target = before?.compiled(id, url, clickParam) ?? compileOrLog(id, url, clickParam);
    const allowed = hosts ? new Set(hosts.split(",")) : undefined;
    types.set(id, { siteId, active, ch, url, clickParam, target, hosts: allowed });
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
  return new LinkCopy(version, sites, types, agents, enabled, blackList, legacy, secrets, named);
}

function compileOrLog(typeId: number, url: string, clickParam: string): Target | undefined {
  try {
    return compileTarget(url, clickParam);
  } catch (error) {
    log().error({ event: "link URL invalid", typeId, err: error });
    return undefined;
  }
}
