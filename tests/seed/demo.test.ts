import { isbot } from "isbot";
import { beforeAll, describe, expect, test } from "vitest";
import { SIGN_INS } from "../../seeders/demo/accounts";
import { SPECIAL_AGENTS } from "../../seeders/demo/agents";
import { seedDemo } from "../../seeders/demo";
import { verifyPassword } from "../../server/accounts";
import { queryOne, readTransaction, queryRows } from "../../server/kernel/database/transactions";
import { developerTokenOf } from "../../seeders/demo/fees";
import { keyedHash, tokenHash, unseal } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { computePeriodHash } from "../../server/payroll";
import { eventKey, readCountries, reversalKey } from "../../server/tracking";
import { aDatabase } from "../world/database";
import {
  expectEventsOfClicks,
  expectOfficesOfTheTime,
  expectPricesInForce,
  expectCountsOfClicks,
  expectTotalsOfRows,
  expectUniques,
} from "./invariants";

/** A year with both clock changes, and enough clicks for every story of the demo. */
const NOW = new Date("2026-11-20T15:30:00Z");
const SIZE = { clicks: 24_000, days: 290, now: NOW };

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  const shares: number[] = [];
  const filled = await seedDemo({ ...SIZE, onProgress: (_, share) => shares.push(share) });
  expect(filled.clicks).toBe(SIZE.clicks);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

const count = (statement: ReturnType<typeof sql>) =>
  readTransaction(
    async () => (await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM (${statement}) counted`))?.n ?? NaN,
  );
const list = <T>(statement: ReturnType<typeof sql>) => readTransaction(() => queryRows<T>(statement));

describe("the demo company's history", () => {
  test("the four roll-ups equal the sums of clicks and events", expectTotalsOfRows);
  test("the click log's counts equal the number of clicks", expectCountsOfClicks);
  test("every event has its click and is booked on the New York day of its time", expectEventsOfClicks);
  test("clicks and events belong to the agent's office at that time, also for agents who moved", async () => {
    await expectOfficesOfTheTime();
    const moved = await count(sql`SELECT FROM agent_offices GROUP BY agent_id HAVING count(*) > 1`);
    expect(moved).toBe(SPECIAL_AGENTS.moved.length);
    const elsewhere = sql`SELECT FROM clicks c JOIN agents g ON g.id = c.agent_id AND g.company_id <> c.company_id`;
    expect(await count(elsewhere)).toBeGreaterThan(100);
  });
  test("a visitor's first click of the day is the unique one", () => expectUniques("2025-01-01"));
  test("every event has the price in force then, and a reversal its original's price, negated", async () => {
    await expectPricesInForce();
    const sources = await list<{ source: string }>(
      sql`SELECT DISTINCT price_source AS source FROM sale_events ORDER BY 1`,
    );
    expect(sources.map(({ source }) => source)).toEqual(["default", "geo", "none", "office"]);
    const versions = sql`
      SELECT FROM sale_events WHERE sign = 1 AND event = 0 AND price_source = 'default' GROUP BY type_id
      HAVING count(DISTINCT price_id) > 1`;
    expect(await count(versions)).toBeGreaterThan(5);
  });

  test("the history includes both clock changes, and the repeated hour has clicks both times", async () => {
    const at = (from: string, to: string) =>
      count(sql`SELECT FROM clicks WHERE clicked_at >= ${from}::timestamptz AND clicked_at < ${to}::timestamptz`);
    expect(await at("2026-03-08T05:00Z", "2026-03-09T04:00Z")).toBeGreaterThan(0);
    expect(await at("2026-11-01T04:00Z", "2026-11-02T05:00Z")).toBeGreaterThan(0);
    const days = sql`
      SELECT day::text, sum(hits)::int AS hits FROM stats_day WHERE day IN ('2026-03-08', '2026-11-01')
      GROUP BY day ORDER BY day`;
    expect(await list(days)).toEqual([
      { day: "2026-03-08", hits: await at("2026-03-08T05:00Z", "2026-03-09T04:00Z") },
      { day: "2026-11-01", hits: await at("2026-11-01T04:00Z", "2026-11-02T05:00Z") },
    ]);
  });

  test("the history ends at the present", async () => {
    const [ends] = await list<{ first: Date; last: Date; booked: Date; received: Date }>(sql`
      SELECT (SELECT min(clicked_at) FROM clicks) AS first, (SELECT max(clicked_at) FROM clicks) AS last,
        (SELECT max(received_at) FROM sale_events) AS booked, (SELECT max(received_at) FROM postbacks) AS received`);
    expect(ends?.first.toISOString().slice(0, 10)).toBe("2026-02-04");
    expect(ends?.last.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(ends?.last.getTime()).toBeGreaterThan(NOW.getTime() - 3_600_000);
    expect(ends?.booked.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(ends?.received.getTime()).toBeLessThanOrEqual(NOW.getTime());
  });
});

describe("the classes of its clicks", () => {
  test("robots, and only robots, identify as robots", async () => {
    const agents = await list<{ text: string; robots: number; others: number }>(sql`
      SELECT u.text, count(*) FILTER (WHERE class = 3) AS robots, count(*) FILTER (WHERE class IN (0, 2, 4, 5)) AS others
      FROM clicks c JOIN user_agents u ON u.id = c.ua_id GROUP BY 1`);
    for (const { text, robots, others } of agents) expect(isbot(text) ? others : robots, text).toBe(0);
    expect(await count(sql`SELECT FROM clicks LEFT JOIN user_agents u ON u.id = ua_id WHERE u.id IS NULL`)).toBe(0);
  });

  test("black-listed clicks, and only they, come from black-listed addresses, and countries match the table", async () => {
    const listed = sql`EXISTS (SELECT FROM black_list b WHERE c.ip <<= b.ip)`;
    expect(await count(sql`SELECT FROM clicks c WHERE class = 2 AND NOT ${listed}`)).toBe(0);
    expect(await count(sql`SELECT FROM clicks c WHERE class <> 2 AND ${listed}`)).toBe(0);
    const countryOf = readCountries();
    const seen = await list<{ ip: string; geo: string }>(sql`SELECT DISTINCT host(ip) AS ip, geo FROM clicks`);
    expect(seen.filter(({ ip, geo }) => countryOf(ip) !== geo)).toEqual([]);
    expect(seen.some(({ geo }) => geo === "")).toBe(true);
  });

  test("a link has no counted clicks after its suspension, and an unapproved agent's links never have any", async () => {
    const since = sql`
      SELECT FROM clicks c JOIN agents g ON g.id = c.agent_id JOIN accounts a ON a.id = g.account_id
      WHERE c.class <> 1 AND (NOT a.approved OR NOT a.active AND c.clicked_at >= a.status_at)`;
    expect(await count(since)).toBe(0);
    expect(await count(sql`SELECT FROM clicks WHERE class = 1`)).toBeGreaterThan(20);
    const enabled = sql`
      SELECT FROM clicks c WHERE NOT EXISTS (
        SELECT FROM agent_sites s WHERE s.agent_id = c.agent_id AND s.site_id = c.site_id)`;
    expect(await count(enabled)).toBe(0);
  });

  test("at most sixty clicks a minute count per visitor and link", async () => {
    const minutes = await list<{ ok: number; over: number }>(sql`
      SELECT count(*) FILTER (WHERE class = 0) AS ok, count(*) FILTER (WHERE class = 5) AS over FROM clicks
      GROUP BY agent_id, type_id, ip, ua_id, date_trunc('minute', clicked_at)`);
    expect(minutes.filter(({ ok, over }) => ok > 60 || (over > 0 && ok !== 60))).toEqual([]);
    const [shares] = await list<{ ok: number; kinds: number }>(sql`
      SELECT count(*) FILTER (WHERE class = 0) / count(*)::float8 AS ok, count(DISTINCT class) AS kinds FROM clicks`);
    expect(shares?.ok).toBeGreaterThan(0.8);
    expect(shares?.ok).toBeLessThan(0.92);
  });
});

describe("the postbacks of its sites", () => {
  test("include the keys that detect a repeat of each event, and one accepted request", async () => {
    type Row = {
      id: number;
      site: number;
      click: string;
      event: 0 | 1 | 2;
      sign: number;
      txid: string;
      reverses: number;
    };
    const events = await list<Row>(sql`
      SELECT id, site_id AS site, click_id AS click, event, sign, txid, reverses FROM sale_events`);
    const due = events.flatMap(({ id, site, click, event, sign, txid, reverses }) => {
      const status = sign > 0 ? ("approved" as const) : ("reversed" as const);
      const keys = [eventKey({ siteId: site, clickId: click, event, status, txid })];
      if (sign < 0) keys.push(reversalKey(reverses));
      return keys.map((key) => `${key.toString("hex")} ${id}`);
    });
    const kept = await list<{ line: string }>(sql`
      SELECT encode(k.key, 'hex') || ' ' || k.event_id AS line FROM postback_keys k
      JOIN sale_events e ON e.agent_id = k.agent_id AND e.occurred_at = k.occurred_at AND e.id = k.event_id`);
    expect(kept.map(({ line }) => line).sort()).toEqual(due.sort());
    const accepted = await list<{ id: number }>(sql`
      SELECT event_id AS id FROM postbacks WHERE verdict = 'accepted' ORDER BY event_id`);
    expect(accepted.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort((a, b) => a - b));
  });

  test("contain no secret, and nothing was booked for a suspended link", async () => {
    expect(await count(sql`SELECT FROM postbacks WHERE params::text LIKE '%demo-secret%'`)).toBe(0);
    const late = sql`
      SELECT FROM sale_events e JOIN agents g ON g.id = e.agent_id JOIN accounts a ON a.id = g.account_id
      WHERE e.sign = 1 AND NOT a.active AND e.received_at >= a.status_at`;
    expect(await count(late)).toBe(0);
  });

  test("each site's secret is the published one, stored as its keyed hash", async () => {
    const secrets = await list<{ site: number; hash: Buffer }>(sql`
      SELECT site_id AS site, hash FROM site_secrets ORDER BY site_id`);
    expect(secrets).toHaveLength(15);
    for (const { site, hash } of secrets) expect(hash).toEqual(keyedHash("site-secret", `demo-secret-${site}`));
  });

  test("the first site and Test shop have links for their developers, with the published tokens", async () => {
    const links = await list<{ site: number; hash: Buffer }>(sql`
      SELECT site_id AS site, token_hash AS hash FROM site_developer_links ORDER BY site_id`);
    expect(links).toEqual([1, 15].map((id) => ({ site: id, hash: tokenHash(developerTokenOf({ id })) })));
  });
});

describe("its people", () => {
  test("the four sign-ins have their roles and the published password", async () => {
    const accounts = await list<{ id: number; username: string; role: number; hash: string; sealed: Buffer }>(sql`
      SELECT id, username, role, password_hash AS hash, password_sealed AS sealed FROM accounts
      WHERE username = ANY (${[...SIGN_INS]}) ORDER BY id`);
    expect(accounts.map(({ id, username, role }) => [id, username, role])).toEqual([
      [1, "super", 0],
      [2, "admin", 5],
      [3, "manager", 10],
      [4, "agent", 20],
    ]);
    for (const { id, hash, sealed } of accounts) {
      expect(await verifyPassword(hash, "demo-2026")).toBe(true);
      expect(unseal(sealed, `accounts:${id}`).toString()).toBe("demo-2026");
    }
    const [own] = await list(sql`
      SELECT g.company_id AS office, g.id AS agent FROM agents g JOIN offices o ON o.id = g.company_id
      WHERE g.account_id = 4 AND o.account_id = 3`);
    expect(own).toEqual({ office: 1, agent: 1 });
    const [admin] = await list(sql`
      SELECT earning_visible AND approve_agents AND show_suspend AND show_common_logs AS all FROM admins
      WHERE account_id = 2`);
    expect(admin).toEqual({ all: true });
  });

  test("there are 12 offices, 260 agents, 15 sites and 46 types, in every state", async () => {
    const [sizes] = await list(sql`
      SELECT (SELECT count(*) FROM offices) AS offices, (SELECT count(*) FROM agents) AS agents,
        (SELECT count(*) FROM sites) AS sites, (SELECT count(*) FROM types) AS types,
        (SELECT count(*) FROM types WHERE typename ~* 'eng') AS eng, (SELECT count(*) FROM sites WHERE avp) AS avp,
        (SELECT count(*) FROM sites WHERE use_approve_sale) AS approve`);
    expect(sizes).toEqual({ offices: 12, agents: 260, sites: 15, types: 46, eng: 1, avp: 2, approve: 2 });
    const [states] = await list<Record<string, number>>(sql`
      SELECT count(*) FILTER (WHERE NOT active) AS suspended, count(*) FILTER (WHERE hidden) AS hidden,
        count(*) FILTER (WHERE NOT approved) AS unapproved, count(*) FILTER (WHERE login_blocked) AS blocked
      FROM accounts WHERE role = 20`);
    for (const [state, people] of Object.entries(states ?? {})) expect(people, state).toBeGreaterThan(4);
    expect(await count(sql`SELECT FROM domains WHERE hidden`)).toBe(1);
  });

  test("a sale with a stolen card has suspended one agent, and another agent's is resolved", async () => {
    const flagged = await list(sql`
      SELECT e.agent_id AS agent, a.active, e.resolved_at IS NOT NULL AS resolved, e.sign, e.occurred_at = a.status_at AS then
      FROM sale_events e JOIN agents g ON g.id = e.agent_id JOIN accounts a ON a.id = g.account_id
      WHERE e.stolen_card ORDER BY 1`);
    expect(flagged).toEqual([
      { agent: SPECIAL_AGENTS.stolenCard, active: false, resolved: false, sign: -1, then: true },
      { agent: SPECIAL_AGENTS.resolved, active: true, resolved: true, sign: -1, then: false },
    ]);
  });

  test("the log has the sign-ins of the last weeks, with sessions that cannot be resumed", async () => {
    const wrong = sql`
      SELECT FROM login_log l LEFT JOIN sessions s ON s.id = l.session_id AND s.account_id = l.account_id
      JOIN accounts a ON a.id = l.account_id
      WHERE s.id IS NULL OR l.out_time > s.expires_at OR l.in_time > ${NOW} OR a.last_login_at < l.in_time
        OR NOT a.approved OR a.login_blocked`;
    expect(await count(wrong)).toBe(0);
    expect(await count(sql`SELECT FROM login_log`)).toBeGreaterThan(500);
  });
});

test("half-months are closed a month after their end with the sums of their events, and all but the last are paid [LEDGER-01]", async () => {
  const periods = await list<{ id: number; state: string; rate: string; hash: string }>(
    sql`SELECT id, state, php_per_usd AS rate, hash FROM pay_periods ORDER BY id`,
  );
  expect(periods.length).toBeGreaterThan(14);
  expect(periods.map(({ state }) => state).filter((state) => state !== "paid")).toEqual(["closed"]);
  expect(periods.at(-1)).toMatchObject({ id: 2026101, state: "closed" });
  for (const { id, rate, hash } of periods) expect(await readTransaction(() => computePeriodHash(id, rate))).toBe(hash);
  const [sold, frozen] = [sql`SELECT coalesce(sum(sign), 0)::int AS n`, sql`SELECT sum(count)::int AS n`];
  expect(await list(sql`${sold} FROM sale_events WHERE event < 2 AND day <= '2026-10-15'`)).toEqual(
    await list(sql`${frozen} FROM ledger WHERE kind = 'event'`),
  );
  // A later reversal would be a correction.
  const late = sql`
    SELECT FROM sale_events r JOIN sale_events o ON o.id = r.reverses
    JOIN pay_periods p ON o.day BETWEEN p.start_day AND p.end_day WHERE r.received_at > p.closed_at`;
  expect(await count(late)).toBe(0);
  expect(await count(sql`SELECT FROM ledger WHERE kind = 'payment' AND period_id <= settles`)).toBe(0);
  expect(await count(sql`SELECT FROM ledger WHERE kind = 'payment'`)).toBeGreaterThan(100);
});

test("rows added later get new ids", async () => {
  const next = await readTransaction(() =>
    queryRows<{ table: string; free: boolean }>(sql`
      SELECT 'agents' AS table, last_value >= (SELECT max(id) FROM agents) AS free FROM agents_id_seq
      UNION ALL SELECT 'prices', last_value >= (SELECT max(id) FROM prices) FROM prices_id_seq
      UNION ALL SELECT 'sale_events', last_value >= (SELECT max(id) FROM sale_events) FROM sale_event_ids
      UNION ALL SELECT 'postbacks', last_value >= (SELECT max(id) FROM postbacks) FROM postback_ids
      UNION ALL SELECT 'click_batches', last_value >= (SELECT max(arrival) FROM click_batches) FROM click_arrivals
      UNION ALL SELECT 'sessions', last_value >= (SELECT max(id) FROM sessions) FROM sessions_id_seq`),
  );
  expect(next.filter(({ free }) => !free)).toEqual([]);
  expect(next).toHaveLength(6);
});
