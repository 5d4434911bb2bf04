import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import type { Agent, Office, Site, Type } from "../company";
import { FIRST_NAMES, surname, usernameOf } from "../names";
import { type Random, zipf } from "../random";
import { type Accounts, recordStatus } from "./accounts";
import { HIDDEN_OFFICE, OFFICE_SIZES, SUSPENDED_OFFICE } from "./offices";

const SUPER = 1;
const FOREVER = Infinity;

/** Agents with special histories; numbers are ids. */
export const SPECIAL_AGENTS = {
  /** A sale of this agent was made with a stolen card nine days ago: they are suspended and the notice shows. */
  stolenCard: 17,
  /** The same half a year ago, since resolved. */
  resolved: 58,
  suspended: [23, 71, 96, 118, 139, 163, 188, 204],
  hidden: [41, 88, 127, 176, 199],
  unapproved: [66, 103, 144, 171, 195, 216, 230],
  loginBlocked: [35, 79, 112, 156, 190],
  /** Has moved to another office; a quarter of them moved twice. */
  moved: [9, 21, 38, 52, 64, 83, 99, 121, 133, 150, 168, 185, 201, 222],
};
/** The best agent sells almost only AVP sites, so that someone reaches the higher tiers. */
const CHAMPION = { skill: 1.9 };
export const STOLEN_AGO = 9 * DAY_MS;
export const RESOLVED = { flaggedAgo: 190 * DAY_MS, clearedAgo: 181 * DAY_MS };

type PlanContext = { offices: Office[]; sites: Site[]; types: Type[]; since: number; now: number };

/** 260 agents, office after office. The first is the sign-in "agent" and belongs to office 1. */
export function planAgents(accounts: Accounts, context: PlanContext, random: Random): Agent[] {
  const count = OFFICE_SIZES.reduce((sum, size) => sum + size, 0);
  // High sellers are spread over the offices. The sign-in "agent" is among the best, so that its screens have data.
  const weights = random.sample(zipf(count, 0.75), count);
  const homes = OFFICE_SIZES.flatMap((size, index) => Array.from({ length: size }, () => index + 1));
  return homes.map((home, index) => planAgent(index + 1, home, weights[index] ?? 0, accounts, context, random));
}

function planAgent(
  id: number,
  home: number,
  share: number,
  accounts: Accounts,
  context: PlanContext,
  random: Random,
): Agent {
  const { since, now, offices } = context;
  const firstName = FIRST_NAMES[(id * 5) % FIRST_NAMES.length] as string;
  const lastName = surname(id - 1);
  const hiredAt = hireDate(id, home, random, since, now);
  const account =
    accounts.list.find(({ username }) => id === 1 && username === "agent") ??
    accounts.open(20, usernameOf(firstName, lastName, accounts.taken), hiredAt);
  const agent: Agent = {
    id,
    accountId: account.id,
    firstName,
    lastName,
    email: id % 6 === 0 ? "" : `${account.username}@agents.example`,
    campaignId: id % 3 === 0 ? `CMP-${1000 + id}` : "",
    mustRead: id === 1 ? "Your new links are under Links. Ask your manager about the weekend campaign." : "",
    migrated: id % 10 === 7,
    officeHistory: planOfficeHistory(id, home, random, hiredAt, now),
    siteIds: [],
    links: [],
    weight: id === 1 || id === SPECIAL_AGENTS.stolenCard || id === SPECIAL_AGENTS.resolved ? 0.3 : share,
    skill: share === 1 ? CHAMPION.skill : 0.5 + random.float() + random.float() * 0.6,
    pauses: [],
    pauseReason: "The agent is suspended.",
    usesSubs: id % 4 === 1,
  };
  applySpecialCase(agent, account, home, now);
  chooseLinks(agent, offices, context, random);
  return agent;
}

/** Most were hired before the history begins, the others one by one. Those waiting for approval are recent. */
function hireDate(id: number, home: number, random: Random, since: number, now: number): number {
  const when = random.float();
  if (SPECIAL_AGENTS.unapproved.includes(id)) return now - Math.min(0.9 * (now - since), (1 + when * 20) * DAY_MS);
  const { stolenCard, resolved, suspended, moved } = SPECIAL_AGENTS;
  const hiredBefore =
    id % 3 !== 2 || home === SUSPENDED_OFFICE || [stolenCard, resolved, ...suspended, ...moved].includes(id);
  return hiredBefore ? since - (1 + 34 * when) * DAY_MS : since + (0.05 + 0.85 * when) * (now - since);
}

function planOfficeHistory(
  id: number,
  home: number,
  random: Random,
  hiredAt: number,
  now: number,
): Agent["officeHistory"] {
  const position = SPECIAL_AGENTS.moved.indexOf(id);
  if (position < 0) return [{ companyId: home, since: hiredAt, until: FOREVER }];
  const otherOffices = OFFICE_SIZES.map((_, index) => index + 1).filter(
    (office) => ![home, SUSPENDED_OFFICE, HIDDEN_OFFICE].includes(office),
  );
  const earlierOffices = random.sample(otherOffices, position % 4 === 3 ? 2 : 1);
  const times = earlierOffices.map(
    (_, index) => hiredAt + ((now - hiredAt) * (index + 1 + random.float() * 0.5)) / 3.2,
  );
  // Agents move at a full hour of an ordinary working day, not at midnight.
  const moves = times.map((time) => Math.floor(time / HOUR_MS) * HOUR_MS);
  return [...earlierOffices, home].map((companyId, index) => ({
    companyId,
    since: moves[index - 1] ?? hiredAt,
    until: moves[index] ?? FOREVER,
  }));
}

function applySpecialCase(agent: Agent, account: Accounts["list"][number], home: number, now: number): void {
  const { id } = agent;
  const suspend = (from: number, reason: string | null, by: number | null) => {
    account.active = false;
    recordStatus(account, from, reason, by);
    agent.pauses.push({ from, until: FOREVER });
  };
  if (id === SPECIAL_AGENTS.stolenCard)
    suspend(now - STOLEN_AGO, "A sale was reported as made with a stolen card.", null);
  if (id === SPECIAL_AGENTS.resolved) {
    agent.pauses.push({ from: now - RESOLVED.flaggedAgo, until: now - RESOLVED.clearedAgo });
    recordStatus(account, now - RESOLVED.clearedAgo, "Cleared with the site.", SUPER);
  }
  if (home === SUSPENDED_OFFICE) {
    suspend(now - 150 * DAY_MS, "The contract has ended.", SUPER);
  } else if (SPECIAL_AGENTS.suspended.includes(id)) {
    suspend(now - (20 + (id % 90)) * DAY_MS, REASONS[id % REASONS.length] ?? null, SUPER);
  }
  if (SPECIAL_AGENTS.hidden.includes(id) || home === HIDDEN_OFFICE) {
    account.hidden = true;
    recordStatus(account, account.statusAt ?? now - 60 * DAY_MS, account.statusReason, SUPER);
  }
  if (SPECIAL_AGENTS.unapproved.includes(id)) {
    account.approved = false;
    agent.pauses.push({ from: -FOREVER, until: FOREVER });
    agent.pauseReason = "The agent is not approved.";
  }
  account.loginBlocked = SPECIAL_AGENTS.loginBlocked.includes(id);
}

const REASONS = ["No answer for two weeks.", "Sent traffic that the site did not accept.", null];

/** Links only to sites that all of the agent's offices sell. Half of the visitors go to the favorite. */
function chooseLinks(agent: Agent, offices: Office[], { sites, types, since, now }: PlanContext, random: Random): void {
  const sold = sites.filter(({ id }) =>
    agent.officeHistory.every(({ companyId }) => offices[companyId - 1]?.siteIds.includes(id)),
  );
  const own = agent.id === 1 ? sold : random.sample(sold, Math.max(4, sold.length - (agent.id % 5)));
  agent.siteIds = own.map(({ id }) => id).sort((a, b) => a - b);
  const choice = types.filter((type) => agent.siteIds.includes(type.site.id) && type.weight > 0);
  const count = agent.id === 1 ? 12 : 3 + random.below(5);
  const preference = (type: Type) => (agent.skill === CHAMPION.skill && !type.site.flags.at(-1)?.avp ? 0.02 : 1);
  const ranked = random.sample(choice, choice.length).sort((a, b) => b.weight * span(b) - a.weight * span(a));
  const favourites = ranked.slice(0, Math.ceil(choice.length * 0.9));
  agent.links = random
    .sample(favourites, count)
    .map((type, rank) => ({ type, weight: (preference(type) * type.weight) / (rank + 1) }));
  function span(type: Type): number {
    const until = Math.min(type.site.pause?.from ?? now, type.pause?.from ?? now);
    return (until - since) / (now - since);
  }
}
