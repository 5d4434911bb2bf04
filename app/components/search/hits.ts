import type { Abilities, Output, search as searching } from "~/gate.server";
import { agentAddress } from "../agents/addresses";
import { statusLabel } from "../formats";
import type { Tone } from "../ui/state";
import { search as texts } from "./texts";

type Found = Output<typeof searching.find>;
export type AgentHit = Found["agents"]["items"][number];
export type OfficeHit = Found["offices"]["items"][number];
export type SiteHit = Found["sites"]["items"][number];
export type TypeHit = Found["types"]["items"][number];

export type HitCan = Pick<
  Abilities,
  "seeAgents" | "seeOffices" | "seeSites" | "editCatalogue" | "chooseAgent" | "chooseOffice"
>;

/** A result: its name, the screen that the name opens, what tells it from others, and further screens. */
export type Hit = {
  name: string;
  to?: string;
  about: string;
  /** Undefined if the record is in use as usual. */
  state?: Standing;
  links: readonly Link[];
};
type Standing = { text: string; tone?: Tone };
type Link = { label: string; href: string };
type Ids = Readonly<Record<string, number>>;

const link = (label: string, path: string, query: Ids = {}): Link => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return { label, href: text === "" ? path : `${path}?${text}` };
};
const list = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(" · ");

function unusual({ active, hidden }: { active: boolean; hidden?: boolean }): Standing | undefined {
  if (active && !hidden) return undefined;
  return { text: statusLabel(active, hidden), tone: active ? undefined : "bad" };
}

/** The hit, if it is the only result. */
export function onlyHit({ agents, offices, sites, types, events, postbacks }: Found, can: HitCan): Hit | undefined {
  if (events.length + postbacks.length > 0) return undefined;
  const hits = [
    ...agents.items.map((agent) => agentHit(agent, can)),
    ...offices.items.map((office) => officeHit(office, can)),
    ...sites.items.map((site) => siteHit(site, can)),
    ...types.items.map((type) => typeHit(type, can)),
  ];
  return hits.length === 1 ? hits[0] : undefined;
}

export function agentHit(agent: AgentHit, can: HitCan): Hit {
  const { id, username, firstName, lastName, email, officeName, approved, active, hidden } = agent;
  // Agents have no filter by agent: their screens show only their own rows.
  const own: Ids = can.chooseAgent ? { agentId: id } : {};
  return {
    name: username,
    to: can.seeAgents ? agentAddress(id) : "/app/profile",
    about: list(`${firstName} ${lastName}`.trim(), officeName, email),
    state: approved ? unusual({ active, hidden }) : { text: texts.waiting, tone: "warn" },
    links: [
      link("Report", "/app/stats/sites", own),
      link("Sales", "/app/logs/sale-logs", own),
      link("Clicks", "/app/logs/click-outs", own),
      link("Statement", "/app/stats/statements", own),
    ],
  };
}

export function officeHit({ id, officeName, username, ...office }: OfficeHit, can: HitCan): Hit {
  const own: Ids = can.chooseOffice ? { companyId: id } : {};
  return {
    name: officeName,
    to: can.seeOffices ? `/app/offices/edit/${id}` : "/app/profile",
    about: list(`${office.manFirstName} ${office.manLastName}`.trim(), username),
    state: unusual(office),
    links: [
      link("Agents", "/app/agents", own),
      link("Report", "/app/stats/sites", own),
      link("Sales", "/app/logs/sale-logs", own),
      link("Statement", "/app/stats/statements", own),
    ],
  };
}

export function siteHit({ id, sitename, active, hidden }: SiteHit, can: HitCan): Hit {
  return {
    name: sitename,
    to: can.editCatalogue ? `/app/sites/edit/${id}` : can.seeSites ? `/app/sites/${id}/types` : undefined,
    about: "",
    state: unusual({ active, hidden }),
    links: [
      ...(can.seeSites ? [link("Links", `/app/sites/${id}/types`)] : []),
      ...(can.seeOffices ? [] : [link("Get links", "/app/links/links", { siteId: id })]),
      link("Report", "/app/stats/sites", { siteId: id }),
      link("Sales", "/app/logs/sale-logs", { siteId: id }),
      link("Clicks", "/app/logs/click-outs", { siteId: id }),
    ],
  };
}

export function typeHit({ id, siteId, sitename, typename, active }: TypeHit, can: HitCan): Hit {
  const types = `/app/sites/${siteId}/types`;
  return {
    name: `${sitename}: ${typename}`,
    to: can.editCatalogue ? `${types}/edit/${id}` : can.seeSites ? types : undefined,
    about: "",
    state: unusual({ active }),
    links: [
      ...(can.seeSites ? [link("Prices", `${types}/${id}/prices`)] : []),
      ...(can.seeOffices ? [] : [link("Get links", "/app/links/links", { siteId })]),
      link("Report", "/app/stats/sites", { siteId, typeId: id }),
      link("Sales", "/app/logs/sale-logs", { siteId }),
    ],
  };
}
