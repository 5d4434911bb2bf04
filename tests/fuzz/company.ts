import fc from "fast-check";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { sql } from "../../server/kernel/database/sql";
import {
  aClick,
  anAdmin,
  anAgent,
  anOffice,
  aSale,
  aSite,
  aSuperadmin,
  type Agent,
  type Site,
} from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import type { Known } from "./values";

/**
 * A small company for arbitrary requests: some offices, agents, sites and links with a few days of traffic. The
 * accounts that send requests are created last, so the fuzzed ids belong to others.
 */
export type Company = { server: Server; database: TestDatabase; agent: Agent; sites: Site[]; clicks: string[] };

const DAY = 24 * 60 * 60 * 1000;
export const SECRET = "fuzz-secret-of-a-site";

export async function aCompany(): Promise<Company> {
  const database = await aDatabase();
  await database.enter();
  // More of each than there are fuzzed ids.
  const offices = [
    await anOffice({ agents: 3 }),
    await anOffice({ agents: 2 }),
    await anOffice({ hidden: true, agents: 3 }),
  ];
  for (let more = 0; more < 5; more++) await anOffice();
  for (let more = 0; more < 8; more++) await anAdmin();
  const sites = [
    await aSite({ types: [{ bonus: true }, {}], enabledFor: offices }),
    await aSite({ types: 2, avp: true, enabledFor: offices }),
    await aSite({ types: 1, useApproveSale: true, enabledFor: offices.slice(0, 1) }),
    await aSite({ types: 1, active: false }),
  ];
  const own = await anOffice({ username: "manager" });
  const agent = await anAgent({ username: "agent", office: own });
  await anAdmin({ username: "admin" });
  await aSuperadmin({ username: "chief" });
  for (const site of sites.slice(0, 3)) await writeTransaction(() => enableFor(site.id, own.id));
  const clicks = await traffic([agent, ...offices.slice(0, 2).flatMap(({ agents }) => agents)], sites.slice(0, 3));
  await writeTransaction(async () => {
    await execute(
      sql`INSERT INTO domains (domain, description) VALUES ('https://one.example', 'One'), ('https://two.example', 'Two')`,
    );
    await execute(sql`INSERT INTO site_manuals (site_id, title, html) VALUES (${sites[0]!.id}, 'How', '<p>So</p>')`);
    await execute(sql`
      INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
      VALUES (${agent.id}, ${own.id}, ${sites[0]!.id}, 'guest', 'Hello', now())`);
  });
  const server = await aServer({ database, env: { DESIGNATED_USERNAME: "chief", TRUST_PROXY: "127.0.0.1" } });
  return { server, database, agent, sites, clicks };
}

async function enableFor(siteId: number, companyId: number): Promise<void> {
  await execute(sql`INSERT INTO office_sites VALUES (${companyId}, ${siteId})`);
  await execute(
    sql`INSERT INTO agent_sites (agent_id, site_id) SELECT id, ${siteId}::integer FROM agents WHERE company_id = ${companyId}`,
  );
}

async function traffic(agents: readonly Agent[], sites: readonly Site[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, agent] of agents.entries()) {
    for (const { types } of sites) {
      const at = new Date(Date.now() - (1 + ((i * 7) % 40)) * DAY);
      const click = await aClick({ agent, type: types[0]!, at, geo: i % 2 ? "US" : "DE" });
      ids.push(click.id);
      if (i % 2) await aSale({ agent, type: types[0]!, at, click, email: "buyer@example.org", txid: `t${i}` });
    }
  }
  return ids;
}

const today = dayOf(Date.now());
const half = previous(periodOf(today, "beWeek"));
const day = (back: number) => dayOf(Date.now() - back * DAY);
let made = 0;

/** Valid values by the name of a key. */
export const knownOf = ({ sites, clicks, agent }: Company): Known => {
  const ids = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 7 }), weight: 6 },
    fc.constantFrom(0, -1, 2 ** 31 - 1, 99),
  );
  const named: Record<string, fc.Arbitrary<unknown>> = {
    siteId: fc.constantFrom(...sites.map(({ id }) => id)),
    typeId: fc.constantFrom(...sites.flatMap(({ types }) => types.map(({ id }) => id))),
    agentId: fc.oneof(ids, fc.constant(agent.id)),
    periodId: fc.constantFrom(payPeriodId(today), payPeriodId(half.start), 1, 20_260_229),
    start: fc.constantFrom(day(30), day(7), day(0), half.start),
    end: fc.constantFrom(day(0), half.end, day(3)),
    period: fc.constantFrom(`${half.start},${half.end},beWeek`, `${day(20)},${day(0)},day`),
    validFrom: fc.constantFrom(half.start, periodOf(today, "beWeek").start),
    username: fc.constant(0).map(() => `f${process.pid.toString(36)}${(made++).toString(36)}`.slice(-10)),
    password: fc.constant("a-long-password"),
    passwordConfirm: fc.constant("a-long-password"),
    email: fc.constant("someone@example.org"),
    manEmail: fc.constant("someone@example.org"),
    html: fc.constantFrom(
      "<p>x</p>",
      "<p onclick=alert(1)>x</p><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
    ),
    url: fc.constantFrom("https://example.org/land?c={clickid}", "http://example.org"),
    domain: fc.constant(0).map(() => `https://d${made++}.example`),
    ip: fc.constantFrom("192.0.2.1", "192.0.2.0/24", "2001:db8::/32"),
    geo: fc.constantFrom("US", "DE"),
    field: fc.constantFrom("username", "id", "active", "sitename", "companies.id", "officeName", "x"),
    comparison: fc.constantFrom("=", "LIKE", ">=", "<="),
    clickid: fc.constantFrom(...clicks),
    secret: fc.constantFrom(SECRET, "other"),
    page: fc.constantFrom(1, 2, 10_000_000),
    pageSize: fc.constantFrom(1, 50, 500),
    phpPerUsd: fc.constantFrom(56.25, 1),
    confirmRate: fc.constantFrom(56.25, 1),
    csv: fc.constantFrom("id,typename\n1,x\n", "typeId,companyId,enable,payout\n1,1,1,2\n", 'a,"b\n', "\n\n\n"),
  };
  return (key) => {
    if (Object.hasOwn(named, key)) return named[key];
    return /^id$|Ids?$/.test(key) ? ids : undefined;
  };
};
