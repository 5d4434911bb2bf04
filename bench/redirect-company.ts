import { queryOne, execute, writeTransaction } from "../server/kernel/database/transactions";
import { markLinksChanged } from "../server/kernel/database/link-state";
import { sql } from "../server/kernel/database/sql";
import { ownLinkCodes } from "../server/links";

/** The benchmark's own company, in addition to existing data. Its ids follow the highest existing ones. */
export type Links = { firstAgent: number; firstSite: number; firstType: number };

const OFFICES = 40;
const AGENTS = 2_000;
const SITES = 20;
const TYPES = 60;
const REQUESTS = 40_000;

export async function createCompany(): Promise<Links> {
  return writeTransaction(async () => {
    const next = await queryOne<{ account: number; office: number; agent: number; site: number; type: number }>(sql`
      SELECT (SELECT coalesce(max(id), 0) + 1 FROM accounts) AS account,
        (SELECT coalesce(max(id), 0) + 1 FROM offices) AS office,
        (SELECT coalesce(max(id), 0) + 1 FROM agents) AS agent,
        (SELECT coalesce(max(id), 0) + 1 FROM sites) AS site,
        (SELECT coalesce(max(id), 0) + 1 FROM types) AS type`);
    if (!next) throw new Error("The database gave no ids.");
    const { account, office, agent, site, type } = next;
    await execute(sql`
      INSERT INTO accounts (id, role, username, password_hash)
      SELECT ${account}::int + n, CASE WHEN n < ${OFFICES} THEN 10 ELSE 20 END, 'bench' || ${account}::int + n, ''
      FROM generate_series(0, ${OFFICES + AGENTS - 1}) AS n`);
    await execute(sql`
      INSERT INTO offices (id, account_id, office_name, man_first_name, man_last_name)
      SELECT ${office}::int + n, ${account}::int + n, 'Bench ' || n, '', '' FROM generate_series(0, ${OFFICES - 1}) AS n`);
    await execute(sql`
      INSERT INTO agents (id, account_id, company_id, first_name, last_name)
      SELECT ${agent}::int + n, ${account + OFFICES}::int + n, ${office}::int + n % ${OFFICES}, '', ''
      FROM generate_series(0, ${AGENTS - 1}) AS n`);
    await execute(sql`
      INSERT INTO sites (id, sitename, shortname, abbr, url, type)
      SELECT ${site}::int + n, 'Bench ' || n, 'b', 'b', 'https://example.org/', 'DATING'
      FROM generate_series(0, ${SITES - 1}) AS n`);
    await execute(sql`
      INSERT INTO types (id, site_id, typename, typealias, url)
      SELECT ${type}::int + n, ${site}::int + n % ${SITES}, 'bench ' || n, 'b', 'https://example.org/in?a={agentid}'
      FROM generate_series(0, ${TYPES - 1}) AS n`);
    await execute(sql`
      INSERT INTO office_sites SELECT o, s FROM generate_series(${office}::int, ${office + OFFICES - 1}::int) AS o,
        generate_series(${site}::int, ${site + SITES - 1}::int) AS s`);
    await execute(sql`
      INSERT INTO agent_sites SELECT a, s FROM generate_series(${agent}::int, ${agent + AGENTS - 1}::int) AS a,
        generate_series(${site}::int, ${site + SITES - 1}::int) AS s`);
    for (const table of [sql`accounts`, sql`offices`, sql`agents`, sql`sites`, sql`types`])
      await advanceSequence(table);
    await markLinksChanged();
    return { firstAgent: agent, firstSite: site, firstType: type };
  });
}

/** Moves the sequences, so that later rows get ids after the benchmark's own. */
const advanceSequence = (table: ReturnType<typeof sql>) =>
  execute(sql`SELECT setval(s::regclass, (SELECT max(id) FROM ${table}))
    FROM (SELECT pg_get_serial_sequence(t::text, 'id') AS s FROM (SELECT tableoid::regclass AS t FROM ${table} LIMIT 1) AS f) AS q`);

const BROWSERS = [118, 119, 120, 121, 122, 123, 124, 125].flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${version - 117} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
]);

/** Requests of browsers from addresses all over the world. As in production, few agents get most of them. */
export async function buildRequests({ firstAgent, firstSite, firstType }: Links): Promise<string[]> {
  const codes = await ownLinkCodes();
  const random = numbers(20_261_121);
  return Array.from({ length: REQUESTS }, (_, i) => {
    const agentId = firstAgent + Math.floor(random() ** 3 * AGENTS);
    const type = Math.floor(random() * TYPES);
    const [siteId, typeId] = [firstSite + (type % SITES), firstType + type];
    const direct = `/api/links/go/${siteId}/${typeId}/${agentId}`;
    const path = i % 2 === 0 ? direct : `/api/l/${codes.encode({ siteId, typeId, agentId })}`;
    const address = [1 + random() * 222, random() * 256, random() * 256, random() * 256].map(Math.floor).join(".");
    const agent = BROWSERS[i % BROWSERS.length];
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${agent}\r\nAccept: text/html\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  });
}

/** Pseudo-random numbers between 0 and 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
