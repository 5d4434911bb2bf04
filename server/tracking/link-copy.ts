import type pg from "pg";
import type { Words } from "../kernel/address";
import { log } from "../kernel/log";
import type { Client } from "../kernel/sql";
import type { Coded } from "../links";
import { compileTarget, type Target } from "../types";
import type { BlackList } from "./black-list";
import { type LegacyLinks, readLegacyLinks } from "./legacy-links";
import { readBlackList, readBlackListOf } from "./read-black-list";

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
  agent: "There is no such agent, or he was deleted.",
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

/**
 * Reads a copy in one REPEATABLE READ transaction, so that its parts fit each other. `progress` is told that a long
 * black list is coming in.
 */
export async function readLinks(
  client: pg.Client,
  before: LinkCopy | undefined,
  progress: () => void = () => undefined,
): Promise<LinkCopy> {
  const rowsOf = rowsBy(client);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const [[version]] = (await rowsOf("SELECT version FROM link_state")) as [[number]];
    const parts = await readParts(rowsOf, before);
    const blackList = await readBlackList(client, before, progress);
    const legacy = await readLegacyLinks(rowsOf, before?.legacy);
    return copyOf(version, parts, blackList, legacy);
  } finally {
    await client.query("COMMIT");
  }
}

/** The copy that holds one link and one address's part of the black list alone, read in the open transaction. */
export async function readOneLink(client: Client, link: Coded, address: Words | undefined): Promise<LinkCopy> {
  const parts = await readParts(rowsBy(client), undefined, link);
  return copyOf(0, parts, await readBlackListOf(client, address), { newest: 0, byCode: new Map() });
}

type RowsOf = (text: string, values?: unknown[]) => Promise<unknown[][]>;
const rowsBy =
  (client: Client): RowsOf =>
  async (text, values) =>
    (await client.query<unknown[]>({ text, values, rowMode: "array" })).rows;

type Parts = Awaited<ReturnType<typeof readParts>>;

const copyOf = (version: number, { sites, types, agents, enabled }: Parts, list: BlackList, legacy: LegacyLinks) =>
  new LinkCopy(version, sites, types, agents, enabled, list, legacy);

/** Sites, types and agents: all of them, or those of one link. */
async function readParts(rowsOf: RowsOf, before: LinkCopy | undefined, only?: Coded) {
  const sites = new Map<number, Site>();
  const siteRows = await rowsOf(
    `SELECT id, active, avp::int + 2 * use_approve_sale::int FROM sites WHERE ${one("id")} ORDER BY id`,
    [only?.siteId],
  );
  for (const row of siteRows) {
    const [id, active, flags] = row as [number, boolean, number];
    sites.set(id, { active, flags, column: sites.size });
  }
  const types = new Map<number, Type>();
  const typeRows = await rowsOf(
    `SELECT t.id, t.site_id, t.active, t.bbr_ch, t.url, s.click_param
     FROM types t JOIN sites s ON s.id = t.site_id WHERE ${one("t.id")}`,
    [only?.typeId],
  );
  for (const row of typeRows) {
    const [id, siteId, active, ch, url, clickParam] = row as [number, number, boolean, number, string, string];
    const target = before?.compiled(id, url, clickParam) ?? compiledOrNone(id, url, clickParam);
    types.set(id, { siteId, active, ch, url, clickParam, target });
  }
  return { sites, types, ...(await readAgents(rowsOf, sites, only?.agentId)) };
}

/** Without a value no condition: the plan is made for the value that is sent. */
const one = (column: string) => `($1::int IS NULL OR ${column} = $1)`;

async function readAgents(rowsOf: RowsOf, sites: ReadonlyMap<number, Site>, only: number | undefined) {
  // Lists of ids as text: arrays of 40,000 numbers would stop the process for longer than a click may take.
  const rows = await rowsOf(
    `
    SELECT g.id, g.company_id, a.active, a.approved, o.active, own.list, office.list
    FROM agents g
    JOIN accounts a ON a.id = g.account_id
    JOIN offices c ON c.id = g.company_id
    JOIN accounts o ON o.id = c.account_id
    LEFT JOIN (
      SELECT agent_id, string_agg(site_id::text, ',') AS list FROM agent_sites WHERE ${one("agent_id")} GROUP BY agent_id
    ) own ON own.agent_id = g.id
    LEFT JOIN (
      SELECT company_id, string_agg(site_id::text, ',') AS list FROM office_sites
      WHERE $1::int IS NULL OR company_id = (SELECT company_id FROM agents WHERE id = $1) GROUP BY company_id
    ) office
      ON office.company_id = g.company_id
    WHERE a.deleted_at IS NULL AND ${one("g.id")}`,
    [only],
  );
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
