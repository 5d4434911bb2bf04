import type pg from "pg";
import { log } from "../kernel/log";
import { compileTarget, type Target } from "../types";
import type { BlackList } from "./black-list";
import { type LegacyLinks, readLegacyLinks } from "./legacy-links";
import { readBlackList } from "./read-black-list";

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
  ) {}

  /** The link of a type of that site and an agent; undefined when one of them does not exist or was deleted. */
  find(siteId: number, typeId: number, agentId: number): Link | undefined {
    const site = this.sites.get(siteId);
    const type = this.types.get(typeId);
    const agent = this.agents.get(agentId);
    if (!site || type?.siteId !== siteId || !agent) return undefined;
    const suspended = this.#suspended(site, type, agent);
    const { companyId } = agent;
    const target = type.target ?? nowhere;
    return { siteId, typeId, agentId, companyId, ch: type.ch, flags: site.flags, target, suspended };
  }

  #suspended(site: Site, type: Type, agent: Agent): string | undefined {
    if (!site.active) return "The site is suspended.";
    if (!type.active) return "The link is suspended.";
    if (!agent.approved) return "The agent is not approved.";
    if (!agent.active) return "The agent is suspended.";
    if (!agent.officeActive) return "The office is suspended.";
    const enabled = this.enabled[agent.row * this.sites.size + site.column] ?? 0;
    if (!(enabled & BY_OFFICE)) return "The site is not enabled for the office.";
    if (!(enabled & BY_AGENT)) return "The site is not enabled for the agent.";
    return type.target ? undefined : "The link has no usable address.";
  }

  /** A compiled target of this copy, when address and parameter are still the same. */
  compiled(typeId: number, url: string, clickParam: string): Target | undefined {
    const type = this.types.get(typeId);
    return type?.url === url && type.clickParam === clickParam ? type.target : undefined;
  }
}

const nowhere: Target = () => "";

/**
 * Reads a copy in one REPEATABLE READ transaction, so that its parts fit each other. `progress` is told that a long
 * black list is coming in.
 */
export async function readLinks(
  client: pg.Client,
  before: LinkCopy | undefined,
  progress: () => void = () => undefined,
): Promise<LinkCopy> {
  const rowsOf = async (text: string) => (await client.query<unknown[]>({ text, rowMode: "array" })).rows;
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const [[version]] = (await rowsOf("SELECT version FROM link_state")) as [[number]];
    const sites = new Map<number, Site>();
    for (const row of await rowsOf("SELECT id, active, avp::int + 2 * use_approve_sale::int FROM sites ORDER BY id")) {
      const [id, active, flags] = row as [number, boolean, number];
      sites.set(id, { active, flags, column: sites.size });
    }
    const types = new Map<number, Type>();
    for (const row of await rowsOf(`
      SELECT t.id, t.site_id, t.active, t.bbr_ch, t.url, s.click_param FROM types t JOIN sites s ON s.id = t.site_id`)) {
      const [id, siteId, active, ch, url, clickParam] = row as [number, number, boolean, number, string, string];
      const target = before?.compiled(id, url, clickParam) ?? compiledOrNone(id, url, clickParam);
      types.set(id, { siteId, active, ch, url, clickParam, target });
    }
    const { agents, enabled } = await readAgents(rowsOf, sites);
    const blackList = await readBlackList(client, before, progress);
    const legacy = await readLegacyLinks(rowsOf, before?.legacy);
    return new LinkCopy(version, sites, types, agents, enabled, blackList, legacy);
  } finally {
    await client.query("COMMIT");
  }
}

type RowsOf = (text: string) => Promise<unknown[][]>;

async function readAgents(rowsOf: RowsOf, sites: ReadonlyMap<number, Site>) {
  // Lists of ids as text: arrays of 40,000 numbers would stop the process for longer than a click may take.
  const rows = await rowsOf(`
    SELECT g.id, g.company_id, a.active, a.approved, o.active, own.list, office.list
    FROM agents g
    JOIN accounts a ON a.id = g.account_id
    JOIN offices c ON c.id = g.company_id
    JOIN accounts o ON o.id = c.account_id
    LEFT JOIN (SELECT agent_id, string_agg(site_id::text, ',') AS list FROM agent_sites GROUP BY agent_id) own
      ON own.agent_id = g.id
    LEFT JOIN (SELECT company_id, string_agg(site_id::text, ',') AS list FROM office_sites GROUP BY company_id) office
      ON office.company_id = g.company_id
    WHERE a.deleted_at IS NULL`);
  const agents = new Map<number, Agent>();
  const enabled = new Uint8Array(rows.length * sites.size);
  const mark = (row: number, list: string | null, bit: number) => {
    for (const id of list?.split(",") ?? []) {
      const site = sites.get(Number(id));
      const pair = site && row * sites.size + site.column;
      if (pair !== undefined) enabled[pair] = (enabled[pair] ?? 0) | bit;
    }
  };
  rows.forEach((values, row) => {
    const [id, companyId, active, approved, officeActive, own, office] = values as [
      number,
      number,
      boolean,
      boolean,
      boolean,
      string | null,
      string | null,
    ];
    agents.set(id, { companyId, active, approved, officeActive, row });
    mark(row, own, BY_AGENT);
    mark(row, office, BY_OFFICE);
  });
  return { agents, enabled };
}

function compiledOrNone(typeId: number, url: string, clickParam: string): Target | undefined {
  try {
    return compileTarget(url, clickParam);
  } catch (fault) {
    log().error({ err: fault, typeId }, "a link without a usable address");
    return undefined;
  }
}
