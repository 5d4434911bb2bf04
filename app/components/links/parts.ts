import type { Abilities, doctor, Output } from "~/gate.server";
import { doctor as texts } from "~/texts";
import { agentAddress } from "../agents/addresses";
import type { Tone } from "../ui/state";
import { dateTime, shorten, statusLabel } from "../formats";

type StatusFlags = { active: boolean; hidden: boolean };
type Since = { statusReason: string | null; statusBy: string | null; statusAt: string | null };

export type LinkChain = NonNullable<Output<typeof doctor.examine>["chain"]>;
export type LinkPermissions = Pick<Abilities, "editCatalogue" | "approveAgents" | "seeOffices" | "seeSites">;

export type Part = {
  key: "office" | "agent" | "site" | "type" | "domain";
  label: string;
  name: string;
  /** Additional description. */
  more?: string;
  /** The screen where it can be changed or viewed. */
  to?: string;
  /** The state, and what else decides. */
  state: string[];
  /** The tone of the state. */
  tone?: Tone;
};

/** Maximum length of a name or reason, in characters. The full text is on the record's own screen. */
const MAX_LENGTH = 80;

/** The chain as rows, from the office to the domain of the link. */
export function partsOf(
  { office, agent, site, type, domain }: LinkChain,
  { editCatalogue, seeOffices, seeSites }: LinkPermissions,
): Part[] {
  const types = site && `/app/sites/${site.id}/types`;
  return [
    {
      ...{ key: "office", label: "Office", name: office?.officeName ?? texts.missing },
      ...(office && seeOffices && { to: `/app/offices/edit/${office.id}` }),
      ...(office && { state: [...statusTexts(office), ...since(office)], tone: toneOf(office) }),
    },
    {
      ...{ key: "agent", label: "Agent", name: agentName(agent), more: agent ? agentContact(agent) : undefined },
      ...(agent && !agent.deleted && { to: agentAddress(agent.id), state: agentState(agent), tone: toneOf(agent) }),
    },
    {
      ...{ key: "site", label: "Site", name: site?.sitename ?? texts.missing },
      ...(site && seeSites && { to: editCatalogue ? `/app/sites/edit/${site.id}` : `${types}` }),
      ...(site && { state: [statusLabel(site.active, site.hidden)], tone: toneOf(site) }),
    },
    {
      ...{ key: "type", label: "Site link", name: type?.typename ?? texts.missing, more: type?.url },
      ...(type && seeSites && { to: `/app/sites/${type.siteId}/types${editCatalogue ? `/edit/${type.id}` : ""}` }),
      ...(type && {
        state: [statusLabel(type.active), ...(site && type.siteId !== site.id ? [texts.otherSite] : [])],
        tone: toneOf(type),
      }),
    },
    {
      ...{ key: "domain", label: "Domain", name: domain.origin },
      ...(editCatalogue && { to: "/app/offices/domains" }),
      ...{ state: [domainState(domain)], tone: domain.preferred === null || domain.preferredHidden ? "warn" : "good" },
    },
  ].map((part) => ({ state: [], ...part }) as Part);
}

const toneOf = ({ active, approved = true }: { active: boolean; approved?: boolean }): Tone =>
  !active ? "bad" : approved ? "good" : "warn";

const PART_BY_REASON: Partial<Record<string, Part["key"]>> = {
  ...{ office: "office", officeSite: "office", agent: "agent", approval: "agent", agentSite: "agent" },
  ...{ site: "site", type: "type", target: "type", price: "type", domain: "domain" },
};

/** The part that a reason refers to. */
export const partKey = (about: string | null): Part["key"] | undefined => PART_BY_REASON[about ?? ""];

/** The screen where the cause can be fixed, if the account may open one. */
export function fixLink(
  about: string,
  chain: LinkChain,
  can: LinkPermissions,
): { to: string; label: string } | undefined {
  const part = partsOf(chain, can).find(({ key }) => key === partKey(about));
  const to = about === "approval" && can.approveAgents ? "/app/unapprove" : part?.to;
  return part && to ? { to, label: `${part.label} ${shorten(part.name, MAX_LENGTH)}` } : undefined;
}

function agentName(agent: LinkChain["agent"]): string {
  if (!agent) return texts.missing;
  return agent.deleted ? texts.deletedAgent : (agent.username ?? "");
}

const agentContact = ({ firstName, lastName, email }: NonNullable<LinkChain["agent"]>): string =>
  [`${firstName} ${lastName}`.trim(), email].filter(Boolean).join(", ");

const agentState = (agent: NonNullable<LinkChain["agent"]>): string[] => [
  ...(agent.approved ? [] : [texts.notApproved]),
  ...statusTexts(agent),
  ...since(agent),
];

const statusTexts = ({ active, hidden, siteEnabled }: StatusFlags & { siteEnabled: boolean }): string[] => [
  statusLabel(active, hidden),
  siteEnabled ? texts.enabled : texts.notEnabled,
];

const since = ({ active, statusReason, statusBy, statusAt }: StatusFlags & Since): string[] =>
  active || !statusAt
    ? []
    : [
        `${dateTime(statusAt)}${statusBy ? ` by ${statusBy}` : ""}` +
          (statusReason ? `: ${shorten(statusReason, MAX_LENGTH)}` : ""),
      ];

function domainState({ preferred, preferredHidden }: LinkChain["domain"]): string {
  if (preferred === null) return texts.noPreferred;
  return preferredHidden ? texts.hiddenDomain(preferred) : texts.preferred;
}
