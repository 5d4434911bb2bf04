import { doctor as texts } from "~/texts";
import { dateTime, shorten, statusLabel } from "../formats";

type Standing = { active: boolean; hidden: boolean };
type Since = { statusReason: string | null; statusBy: string | null; statusAt: string | null };

export type ChainShown = {
  office: ({ id: number; officeName: string; siteEnabled: boolean } & Standing & Since) | null;
  agent:
    | ({ id: number; deleted: boolean; username: string | null; firstName: string; lastName: string } & Standing &
        Since & { email: string; approved: boolean; siteEnabled: boolean })
    | null;
  site: ({ id: number; sitename: string } & Standing) | null;
  type: { id: number; siteId: number; typename: string; active: boolean; url: string } | null;
  domain: { origin: string; preferred: string | null; preferredHidden: boolean };
};
export type LinkCan = { editCatalogue: boolean; approveAgents: boolean };

export type Part = {
  key: "office" | "agent" | "site" | "type" | "domain";
  label: string;
  name: string;
  /** Additional description. */
  more?: string;
  /** The screen where it can be changed or viewed. */
  to?: string;
  state: string[];
};

/** Maximum length of a name or reason, in characters. The full text is on the record's own screen. */
const LONGEST = 80;

/** The chain as rows, from the office to the domain of the link. */
export function partsOf({ office, agent, site, type, domain }: ChainShown, { editCatalogue }: LinkCan): Part[] {
  const types = site && `/app/sites/${site.id}/types`;
  return [
    {
      ...{ key: "office", label: "Office", name: office?.officeName ?? texts.missing },
      ...(office && { to: `/app/offices/edit/${office.id}`, state: [...standing(office), ...since(office)] }),
    },
    {
      ...{ key: "agent", label: "Agent", name: agentName(agent), more: agent ? whoIs(agent) : undefined },
      ...(agent && !agent.deleted && { to: `/app/agents/edit/${agent.id}`, state: agentState(agent) }),
    },
    {
      ...{ key: "site", label: "Site", name: site?.sitename ?? texts.missing },
      ...(site && { to: editCatalogue ? `/app/sites/edit/${site.id}` : `${types}` }),
      ...(site && { state: [statusLabel(site.active, site.hidden)] }),
    },
    {
      ...{ key: "type", label: "Site link", name: type?.typename ?? texts.missing, more: type?.url },
      ...(type && { to: `/app/sites/${type.siteId}/types${editCatalogue ? `/edit/${type.id}` : ""}` }),
      ...(type && {
        state: [statusLabel(type.active), ...(site && type.siteId !== site.id ? [texts.otherSite] : [])],
      }),
    },
    {
      ...{ key: "domain", label: "Domain", name: domain.origin },
      ...(editCatalogue && { to: "/app/offices/domains" }),
      state: [domainState(domain)],
    },
  ].map((part) => ({ state: [], ...part }) as Part);
}

const ABOUT: Partial<Record<string, Part["key"]>> = {
  ...{ office: "office", officeSite: "office", agent: "agent", approval: "agent", agentSite: "agent" },
  ...{ site: "site", type: "type", target: "type", price: "type", domain: "domain" },
};

/** The part that a reason refers to. */
export const keyOf = (about: string | null): Part["key"] | undefined => ABOUT[about ?? ""];

/** The screen where the cause can be fixed, if the account may open one. */
export function mendingOf(about: string, chain: ChainShown, can: LinkCan): { to: string; label: string } | undefined {
  const part = partsOf(chain, can).find(({ key }) => key === keyOf(about));
  const to = about === "approval" && can.approveAgents ? "/app/unapprove" : part?.to;
  return part && to ? { to, label: `${part.label} ${shorten(part.name, LONGEST)}` } : undefined;
}

function agentName(agent: ChainShown["agent"]): string {
  if (!agent) return texts.missing;
  return agent.deleted ? texts.deletedAgent : (agent.username ?? "");
}

const whoIs = ({ firstName, lastName, email }: NonNullable<ChainShown["agent"]>): string =>
  [`${firstName} ${lastName}`.trim(), email].filter(Boolean).join(", ");

const agentState = (agent: NonNullable<ChainShown["agent"]>): string[] => [
  ...(agent.approved ? [] : [texts.notApproved]),
  ...standing(agent),
  ...since(agent),
];

const standing = ({ active, hidden, siteEnabled }: Standing & { siteEnabled: boolean }): string[] => [
  statusLabel(active, hidden),
  siteEnabled ? texts.enabled : texts.notEnabled,
];

const since = ({ active, statusReason, statusBy, statusAt }: Standing & Since): string[] =>
  active || !statusAt
    ? []
    : [
        `${dateTime(statusAt)}${statusBy ? ` by ${statusBy}` : ""}` +
          (statusReason ? `: ${shorten(statusReason, LONGEST)}` : ""),
      ];

function domainState({ preferred, preferredHidden }: ChainShown["domain"]): string {
  if (preferred === null) return texts.noPreferred;
  return preferredHidden ? texts.hiddenDomain(preferred) : texts.preferred;
}
