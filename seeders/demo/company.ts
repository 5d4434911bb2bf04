import { DAY_MS } from "../../server/kernel/periods/durations";
import type { Company } from "../company";
import type { Given } from "../run";
import { Accounts } from "./accounts";
import { planAgents, RESOLVED, STOLEN_AGO, STORIES } from "./agents";
import { planPrices, planTiers } from "./fees";
import { planManuals } from "./manuals";
import { ALERT, LEGACY_AGENTS, NEWS } from "./messages";
import { DOMAINS, planAdmins, planOffices } from "./offices";
import { planSites, planTypes } from "./sites";

/**
 * The demo company: the same people, sites and links for every seed; prices, moves and habits depend on the seed.
 * `since` is the beginning of its history. `address` is the target of this server's own links.
 */
export function planDemo(given: Given): Company {
  const { now, address, countries, random } = given;
  const since = given.since - 40 * DAY_MS;
  const accounts = new Accounts();
  accounts.open(0, "super", since);
  accounts.open(5, "admin", since);
  accounts.open(10, "manager", since);
  accounts.open(20, "agent", since);
  const span = { since, now };
  const sites = planSites(since, now);
  const types = planTypes(sites, now);
  const offices = planOffices(accounts, sites, random.branch("offices"), span);
  const ground = { offices, sites, types, since: given.since, now };
  const agents = planAgents(accounts, ground, random.branch("agents"));
  return {
    ...span,
    domains: DOMAINS(address),
    admins: planAdmins(accounts, since),
    accounts: accounts.list,
    offices,
    agents,
    sites,
    types,
    manuals: planManuals(sites, types),
    messages: { news: NEWS, alert: ALERT },
    legacyAgents: LEGACY_AGENTS,
    prices: planPrices(types, countries, random.branch("prices"), span),
    tiers: planTiers(span),
    stories: [
      story(STORIES.stolenCard, now - STOLEN_AGO, null),
      story(STORIES.resolved, now - RESOLVED.flaggedAgo, now - RESOLVED.clearedAgo),
    ],
  };
}

/** The sale was made one to three weeks before it was flagged. */
const story = (agentId: number, flaggedAt: number, clearedAt: number | null) => ({
  ...{ agentId, flaggedAt, clearedAt, from: flaggedAt - 20 * DAY_MS, to: flaggedAt - 6 * DAY_MS },
});
