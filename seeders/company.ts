import { flagsOf } from "../server/trade/flags";
import type { LegacyAgent } from "./demo/messages";

/**
 * The seeder's plan of a company before anything is written. Moments are milliseconds since 1970, money is in cents and
 * centavos. Ids are assigned here, so that the same plan has the same ids.
 */
export type Company = {
  now: number;
  /** Start of the company: the first prices and office history entries begin here. */
  since: number;
  domains: { id: number; domain: string; description: string; hidden: boolean }[];
  accounts: Account[];
  admins: Admin[];
  offices: Office[];
  agents: Agent[];
  sites: Site[];
  types: Type[];
  manuals: Manual[];
  /** Messages for everybody, as HTML. The alert is not enabled. */
  messages?: { news: string; alert: string; announcement: { title: string; html: string } };
  /** Staged for their move from an older server to the first office. */
  legacyAgents: readonly LegacyAgent[];
  prices: Price[];
  /** Oldest first for each account. */
  payouts: Payout[];
  /** Sales that turn out to be made with a stolen card. The agent's first click in that period leads to one. */
  stolenCardSales: { agentId: number; from: number; to: number; flaggedAt: number; clearedAt: number | null }[];
  tiers: { validFrom: string; from: number; to: number; payout: number; dollars: number; index: number }[];
};

export type Account = {
  id: number;
  role: 0 | 5 | 10 | 20;
  username: string;
  registeredAt: number;
  active: boolean;
  hidden: boolean;
  approved: boolean;
  loginBlocked: boolean;
  statusReason: string | null;
  statusBy: number | null;
  statusAt: number | null;
};

export type Admin = {
  accountId: number;
  email: string;
  earningVisible: boolean;
  approveAgents: boolean;
  showSuspend: boolean;
  showCommonLogs: boolean;
};

export type Office = {
  id: number;
  accountId: number;
  officeName: string;
  firstName: string;
  lastName: string;
  email: string;
  agentNotes: string;
  domainId: number;
  siteIds: number[];
};

/** A period in which links do not count. Without an end it lasts forever. */
export type Pause = { from: number; until: number };

export type Agent = {
  id: number;
  accountId: number;
  firstName: string;
  lastName: string;
  email: string;
  campaignId: string;
  mustRead: string;
  migrated: boolean;
  officeHistory: { companyId: number; since: number; until: number }[];
  siteIds: number[];
  /** The links that the agent promotes, and in which proportion. */
  links: { type: Type; weight: number }[];
  weight: number;
  /** How much more (or less) often the agent's visitors buy. */
  skill: number;
  pauses: Pause[];
  /** Why the links do not count then, in the words of a click's reason. */
  pauseReason: string;
  usesSubs: boolean;
};

export type Site = {
  id: number;
  sitename: string;
  shortname: string;
  abbr: string;
  host: string;
  clickParam: string;
  contactName: string;
  type: "WEBCAMS" | "ADULT" | "DATING" | "CASINO";
  note: string;
  hidden: boolean;
  specialReport: boolean;
  /** The current suspension, if any. */
  pause: Pause | undefined;
  /** Oldest first; the last one is the current one. */
  flags: { since: number; useApproveSale: boolean; avp: boolean }[];
  /** The address from which the site reports. */
  server: string;
  /** Whether its reports contain a transaction id. Without one they are identified by their click. */
  sendsTxid: boolean;
  reportsClicks: boolean;
  /** Whether its developers have a link to their page. */
  hasDeveloperLink: boolean;
  /** The key of its pixel, if that is on. */
  pixelKey?: string;
};

export type Type = {
  id: number;
  site: Site;
  typename: string;
  typealias: string;
  url: string;
  channel: number;
  bonus: boolean;
  active: boolean;
  pause: Pause | undefined;
  showNoSalesStat: boolean;
  weight: number;
};

/** How an agent or office is paid, from `usedFrom` on. */
export type Payout = {
  accountId: number;
  method: "bank" | "e-wallet" | "cash" | "other";
  details: string;
  changedAt: number;
  usedFrom: number;
  version: number;
};

/** The sales manual of a site. */
export type Manual = { siteId: number; title: string; html: string };

export type Price = {
  id: number;
  typeId: number;
  companyId: number | null;
  geo: string | null;
  enabled: boolean;
  payout: number;
  earning: number;
  lpp: number | null;
  bonusPayout: number | null;
  bonusEarning: number | null;
  bonusLpp: number | null;
  since: number;
};

export const isPaused = (pause: Pause | undefined, moment: number): boolean =>
  pause !== undefined && moment >= pause.from && moment < pause.until;

/** The office of an agent at a moment. Events and clicks of that moment belong to it permanently. */
export function officeAt(agent: Agent, moment: number): number {
  const stay = agent.officeHistory.findLast(({ since }) => since <= moment) ?? agent.officeHistory[0];
  if (!stay) throw new Error(`Agent ${agent.id} has never had an office.`);
  return stay.companyId;
}

/** The site's flags at a moment, encoded as in stored rows. */
export function flagsAt(site: Site, moment: number): number {
  const flags = site.flags.findLast(({ since }) => since <= moment);
  return flags ? flagsOf(flags) : 0;
}

/** Why a link does not count at a moment, in the words of a click's reason. Undefined when it counts. */
export function suspensionReason(agent: Agent, type: Type, moment: number): string | undefined {
  if (isPaused(type.site.pause, moment)) return "The site is suspended.";
  if (isPaused(type.pause, moment)) return "The link is suspended.";
  return agent.pauses.some((pause) => isPaused(pause, moment)) ? agent.pauseReason : undefined;
}
