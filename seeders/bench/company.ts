import { DAY_MS } from "../../server/kernel/time/durations";
import type { Agent, Company, Office, Price, Site, Type } from "../company";
import { Accounts } from "../demo/accounts";
import { planTiers } from "../demo/fees";
import { FIRST_NAMES, officeName, surname, usernameOf } from "../names";
import { Draw, type Random, zipf } from "../random";
import type { PlanInput } from "../run";

const OFFICES = 40;
const AGENTS = 2_000;
const SITES = 20;
const TYPES = 60;
const KINDS: Site["type"][] = ["WEBCAMS", "ADULT", "DATING", "CASINO"];

/**
 * A large company with one set of people: Zipf-like shares of offices, agents and links, and the demo's four sign-ins.
 */
export function planBench({ since: begin, now, address, countries, random: seed }: PlanInput): Company {
  const random = seed.branch("bench");
  const since = begin - 40 * DAY_MS;
  const accounts = new Accounts();
  accounts.open(0, "super", since);
  const admin = accounts.open(5, "admin", since);
  const sites = Array.from({ length: SITES }, (_, index) => planSite(index + 1, since));
  const types = zipf(TYPES, 0.8).map((weight, index) => planType(index + 1, weight, sites));
  const offices = Array.from({ length: OFFICES }, (_, index) => planOffice(index + 1, accounts, since));
  const agents = planAgents(accounts, types, random, { since, now });
  const flags = { earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true };
  return {
    now,
    since,
    domains: [{ id: 1, domain: address, description: "This server", hidden: false }],
    accounts: accounts.list,
    admins: [{ accountId: admin.id, email: "admin@office.example", ...flags }],
    offices,
    agents,
    sites,
    types,
    manuals: [],
    legacyAgents: [],
    prices: planPrices(types, countries, random, { since, now }),
    payouts: [],
    tiers: planTiers({ since, now }),
    stolenCardSales: [],
  };
}

function planSite(id: number, since: number): Site {
  const sitename = `Bench Site ${id}`;
  return {
    id,
    sitename,
    shortname: `Bench${id}`,
    abbr: `B${id}`,
    host: `bench-${id}.example.org`,
    clickParam: "",
    contactName: "",
    type: KINDS[id % KINDS.length] as Site["type"],
    note: "",
    hidden: false,
    specialReport: false,
    pause: undefined,
    flags: [{ since, useApproveSale: id % 9 === 7, avp: id % 6 === 2 }],
    server: `198.51.100.${10 + id}`,
    sendsTxid: true,
    reportsClicks: false,
    hasDeveloperLink: id === 1,
  };
}

function planType(id: number, weight: number, sites: Site[]): Type {
  const site = sites[(id - 1) % SITES] as Site;
  const typename = `Link ${id}`;
  return {
    ...{ id, site, typename, typealias: `${site.abbr} ${typename}`, url: `https://${site.host}/link-${id}` },
    ...{ channel: 0, bonus: id % 4 === 0, active: true, pause: undefined, showNoSalesStat: false, weight },
  };
}

function planOffice(id: number, accounts: Accounts, since: number): Office {
  const username = id === 1 ? "manager" : `office${id}`;
  const [firstName, lastName] = [FIRST_NAMES[id] ?? "", surname(id)];
  return {
    ...{ id, accountId: accounts.open(10, username, since).id, officeName: officeName(id), firstName, lastName },
    ...{ email: `${username}@office.example`, agentNotes: "", domainId: 1 },
    siteIds: Array.from({ length: SITES }, (_, index) => index + 1),
  };
}

type Span = { since: number; now: number };

function planAgents(accounts: Accounts, types: Type[], random: Random, { since, now }: Span): Agent[] {
  const shares = random.sample(zipf(AGENTS, 0.9), AGENTS);
  const homes = new Draw(zipf(OFFICES, 0.7));
  const kinds = new Draw(types.map(({ weight }) => weight));
  return shares.map((share, index): Agent => {
    const id = index + 1;
    const [firstName, lastName] = [FIRST_NAMES[id % FIRST_NAMES.length] ?? "", surname(id)];
    const username = id === 1 ? "agent" : usernameOf(firstName, lastName, accounts.taken);
    const account = accounts.open(20, username, since);
    const home = id === 1 ? 1 : homes.index(random) + 1;
    const movedAt = id % 20 === 10 ? since + Math.floor((now - since) * (0.3 + 0.4 * random.float())) : undefined;
    const chosen = new Map<number, Type>();
    while (chosen.size < 3 + (id % 6)) {
      const type = types[kinds.index(random)] as Type;
      chosen.set(type.id, type);
    }
    return {
      ...{ id, accountId: account.id, firstName, lastName, email: "", campaignId: "", mustRead: "", migrated: false },
      officeHistory:
        movedAt === undefined
          ? [{ companyId: home, since, until: Infinity }]
          : [
              { companyId: home, since, until: movedAt },
              { companyId: (home % OFFICES) + 1, since: movedAt, until: Infinity },
            ],
      siteIds: Array.from({ length: SITES }, (_, site) => site + 1),
      links: [...chosen.values()].map((type, rank) => ({ type, weight: 1 / (rank + 1) })),
      ...{ weight: share, skill: 1.2, pauses: [], pauseReason: "The agent is suspended.", usesSubs: id % 10 === 1 },
    };
  });
}

/** Two versions of each default price, and prices of some offices and countries. */
function planPrices(types: Type[], countries: readonly string[], random: Random, { since, now }: Span): Price[] {
  const prices: Price[] = [];
  for (const { id: typeId, bonus } of types) {
    const scopes = [
      ...[
        { companyId: null, geo: null },
        { companyId: random.between(1, OFFICES), geo: null },
      ],
      { companyId: null, geo: countries[random.below(8)] ?? "US" },
    ];
    for (const scope of scopes) {
      for (const start of [since, since + Math.floor((now - since) * random.float())]) {
        const payout = random.between(20, 90) * 1_000;
        const earning = Math.round(payout / 35);
        const points = scope.geo === null ? random.between(1, 5) : null;
        const extra = bonus && points !== null;
        prices.push({
          ...{ id: prices.length + 1, typeId, ...scope, enabled: true, payout, earning, lpp: points, since: start },
          bonusPayout: extra ? payout / 2 : null,
          bonusEarning: extra ? Math.round(earning / 2) : null,
          bonusLpp: extra ? points : null,
        });
      }
    }
  }
  return prices;
}
