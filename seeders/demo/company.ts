import { DAY_MS } from "../../server/kernel/time/durations";
import type { Company } from "../company";
import type { PlanInput } from "../run";
import { Accounts } from "./accounts";
import { planAgents, RESOLVED, STOLEN_AGO, SPECIAL_AGENTS } from "./agents";
import { planPrices, planTiers } from "./fees";
import { planManuals } from "./manuals";
import { ALERT, ANNOUNCEMENT, LEGACY_AGENTS, NEWS } from "./messages";
import { planDomains, planAdmins, planOffices } from "./offices";
import { planPayouts } from "./payouts";
import { planSites, planTypes } from "./sites";
import { withTestShop } from "./test-shop";

/**
 * The demo company: the same people, sites and links for every seed; prices, moves and habits depend on the seed.
 * `since` is the beginning of its history. `address` is the target of this server's own links.
 */
export function planDemo(input: PlanInput): Company {
  const { now, address, countries, random } = input;
  const since = input.since - 40 * DAY_MS;
  const accounts = new Accounts();
  accounts.open(0, "super", since);
  accounts.open(5, "admin", since);
  accounts.open(10, "manager", since);
  accounts.open(20, "agent", since);
  const span = { since, now };
  const sites = planSites(since, now);
  const types = planTypes(sites, now);
  const offices = planOffices(accounts, sites, random.branch("offices"), span);
  const context = { offices, sites, types, since: input.since, now };
  const agents = planAgents(accounts, context, random.branch("agents"));
  return withTestShop(
    {
      ...span,
      domains: planDomains(address),
      admins: planAdmins(accounts, since),
      accounts: accounts.list,
      offices,
      agents,
      sites,
      types,
      manuals: planManuals(sites, types),
      messages: { news: NEWS, alert: ALERT, announcement: ANNOUNCEMENT },
      legacyAgents: LEGACY_AGENTS,
      prices: planPrices(types, countries, random.branch("prices"), span),
      payouts: planPayouts({ accounts: accounts.list, agents, offices, now }),
      tiers: planTiers(span),
      stolenCardSales: [
        stolenCardSale(SPECIAL_AGENTS.stolenCard, now - STOLEN_AGO, null),
        stolenCardSale(SPECIAL_AGENTS.resolved, now - RESOLVED.flaggedAgo, now - RESOLVED.clearedAgo),
      ],
    },
    address,
  );
}

/** The sale was made one to three weeks before it was flagged. */
const stolenCardSale = (agentId: number, flaggedAt: number, clearedAt: number | null) => ({
  ...{ agentId, flaggedAt, clearedAt, from: flaggedAt - 20 * DAY_MS, to: flaggedAt - 6 * DAY_MS },
});
