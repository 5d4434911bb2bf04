import pg from "pg";
import { expect } from "vitest";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { nothing, sql, type Statement } from "../../server/kernel/database/sql";

/** The number of rows that break a rule. Must be 0 in a database filled by the seeder. */
const count = (statement: Statement) =>
  readTransaction(async () => (await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM (${statement}) wrong`))?.n);

const NEW_YORK = sql`'America/New_York'`;

/** Clicks and events as measures, calculated differently than in the seeder. */
const RAW = sql`
  SELECT agent_id, (clicked_at AT TIME ZONE ${NEW_YORK})::date AS day, type_id, company_id, site_id, flags, geo, 1 AS hits,
    CASE class WHEN 0 THEN 1 ELSE 0 END AS raws, is_unique::int AS uniques, 0 AS events, 0 AS sales, 0 AS bonus_sales,
    0 AS lpp, 0 AS bonus_lpp, 0.00 AS earning, 0.00 AS bonus_earning, 0.00 AS payout, 0.00 AS bonus_payout
  FROM clicks
  UNION ALL
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, 0, 0, 0, 1, sign, 0, lpp, 0, earning, 0, payout, 0
  FROM sale_events WHERE event = 0
  UNION ALL
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, 0, 0, 0, 1, 0, sign, 0, lpp, 0, earning, 0, payout
  FROM sale_events WHERE event = 1`;
const SUMS = sql`sum(hits), sum(raws), sum(uniques), sum(events), sum(sales), sum(bonus_sales), sum(lpp), sum(bonus_lpp),
  sum(earning), sum(bonus_earning), sum(payout), sum(bonus_payout)`;
const MEASURES = sql`hits, raws, uniques, events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout,
  bonus_payout`;
const HALF = sql`(CASE WHEN extract(day FROM day) < 16 THEN date_trunc('month', day)
  ELSE date_trunc('month', day) + interval '15 days' END)::date`;

const BITS = sql`, bit_or(CASE WHEN raws > 0 OR events > 0 THEN 1 << (day - ${HALF}) ELSE 0 END)`;
const DAYS = sql`, days`;

const TOTALS = [
  { table: sql`stats_day_geo`, day: sql`day`, geo: sql`geo`, bits: nothing, days: nothing },
  { table: sql`stats_day`, day: sql`day`, geo: sql`''`, bits: nothing, days: nothing },
  { table: sql`stats_half_geo`, day: HALF, geo: sql`geo`, bits: BITS, days: DAYS },
  { table: sql`stats_half`, day: HALF, geo: sql`''`, bits: BITS, days: DAYS },
];
const CLICKS = [
  { agents: sql`stats_agent_half_geo`, links: sql`clicks_by_day_geo`, geo: sql`geo` },
  { agents: sql`stats_agent_half`, links: sql`clicks_by_day`, geo: sql`''` },
];

const expectSame = async (due: Statement, kept: Statement) => {
  expect(await count(sql`(${due}) EXCEPT (${kept})`)).toBe(0);
  expect(await count(sql`(${kept}) EXCEPT (${due})`)).toBe(0);
};

export async function expectTotalsOfRows(): Promise<void> {
  for (const { table, day, geo, bits, days } of TOTALS) {
    await expectSame(
      sql`SELECT agent_id, ${day}, type_id, company_id, site_id, flags, ${geo}, ${SUMS}${bits} FROM (${RAW}) raw
        GROUP BY 1, 2, 3, 4, 5, 6, 7`,
      sql`SELECT agent_id, day, type_id, company_id, site_id, flags, ${geo}, ${MEASURES}${days} FROM ${table}`,
    );
  }
  for (const { agents, links, geo } of CLICKS) {
    await expectSame(
      sql`SELECT agent_id, ${HALF}, company_id, flags, ${geo}, sum(raws), sum(uniques)${BITS} FROM (${RAW}) raw
        WHERE raws > 0 OR events > 0 GROUP BY 1, 2, 3, 4, 5`,
      sql`SELECT agent_id, day, company_id, flags, ${geo}, raws, uniques, days FROM ${agents}`,
    );
    await expectSame(
      sql`SELECT day, type_id, site_id, flags, ${geo}, sum(raws), sum(uniques) FROM (${RAW}) raw
        WHERE raws > 0 GROUP BY 1, 2, 3, 4, 5`,
      sql`SELECT day, type_id, site_id, flags, ${geo}, raws, uniques FROM ${links}`,
    );
  }
}

/** The click log's counts equal those calculated from the clicks. */
export async function expectCountsOfClicks(): Promise<void> {
  const days = sql`SELECT (clicked_at AT TIME ZONE ${NEW_YORK})::date AS day, company_id, site_id FROM clicks`;
  for (const { table, day } of [
    { table: sql`hits_by_day`, day: sql`day` },
    { table: sql`hits_by_half`, day: HALF },
  ]) {
    const due = sql`SELECT ${day}, company_id, site_id, count(*) FROM (${days}) clicked GROUP BY 1, 2, 3`;
    const kept = sql`SELECT day, company_id, site_id, hits FROM ${table}`;
    expect(await count(sql`(${due}) EXCEPT (${kept})`)).toBe(0);
    expect(await count(sql`(${kept}) EXCEPT (${due})`)).toBe(0);
  }
}

export async function expectEventsOfClicks(): Promise<void> {
  const wrong = sql`
    SELECT e.id FROM sale_events e
    LEFT JOIN clicks c ON c.id = e.click_id AND c.agent_id = e.agent_id AND c.type_id = e.type_id AND c.site_id = e.site_id
    WHERE c.id IS NULL OR c.class <> 0 OR e.occurred_at < c.clicked_at OR e.received_at < e.occurred_at
      OR e.day <> (e.occurred_at AT TIME ZONE ${NEW_YORK})::date`;
  expect(await count(wrong)).toBe(0);
  // The time of a click is in its id.
  const times = sql`
    SELECT id FROM clicks
    WHERE ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint <> extract(epoch FROM clicked_at) * 1000
      OR substr(id::text, 15, 1) <> '7'`;
  expect(await count(times)).toBe(0);
}

export async function expectOfficesOfTheTime(): Promise<void> {
  const stay = (at: Statement) => sql`
    (SELECT company_id FROM agent_offices o
     WHERE o.agent_id = r.agent_id AND o.since <= ${at} AND (o.until IS NULL OR ${at} < o.until))`;
  expect(await count(sql`SELECT FROM clicks r WHERE company_id IS DISTINCT FROM ${stay(sql`r.clicked_at`)}`)).toBe(0);
  expect(
    await count(sql`
      SELECT FROM sale_events r WHERE sign = 1 AND company_id IS DISTINCT FROM ${stay(sql`r.occurred_at`)}`),
  ).toBe(0);
  const present = sql`
    SELECT FROM agents g LEFT JOIN agent_offices o ON o.agent_id = g.id AND o.until IS NULL
    WHERE o.company_id IS DISTINCT FROM g.company_id`;
  expect(await count(present)).toBe(0);
}

/**
 * One unique click per visitor, agent, type and day, the earliest. Visitors of days before `since` have been forgotten.
 */
export async function expectUniques(since: string): Promise<void> {
  const wrong = sql`
    SELECT FROM clicks WHERE class = 0
    GROUP BY agent_id, type_id, ip, ua_id, (clicked_at AT TIME ZONE ${NEW_YORK})::date
    HAVING count(*) FILTER (WHERE is_unique) <> 1
      OR min(clicked_at) <> min(clicked_at) FILTER (WHERE is_unique)`;
  expect(await count(wrong)).toBe(0);
  expect(await count(sql`SELECT FROM clicks WHERE is_unique AND class <> 0`)).toBe(0);
  const visitors = sql`
    SELECT FROM
      (SELECT agent_id, (clicked_at AT TIME ZONE ${NEW_YORK})::date AS day, count(*) AS n FROM clicks
       WHERE is_unique AND (clicked_at AT TIME ZONE ${NEW_YORK})::date >= ${since} GROUP BY 1, 2) c
      FULL JOIN (SELECT agent_id, day, count(*) AS n FROM click_uniques GROUP BY 1, 2) u USING (agent_id, day)
    WHERE c.n IS DISTINCT FROM u.n`;
  expect(await count(visitors)).toBe(0);
}

/** Each price follows the rule: the office's own, else for a sale the country's, else the default. */
export async function expectPricesInForce(): Promise<void> {
  const newest = (owner: Statement) => sql`
    SELECT * FROM prices p WHERE p.type_id = e.type_id AND ${owner} AND p.since <= e.received_at
    ORDER BY p.since DESC, p.id DESC LIMIT 1`;
  const wrong = sql`
    SELECT e.id FROM sale_events e
    JOIN LATERAL (${newest(sql`p.company_id IS NULL AND p.geo IS NULL`)}) d ON true
    LEFT JOIN LATERAL (${newest(sql`p.company_id = e.company_id`)}) o ON true
    LEFT JOIN LATERAL (${newest(sql`p.geo = e.geo`)}) g ON true
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN e.event = 2 THEN ROW ('none', NULL::int, 0, 0::numeric, 0::numeric)
        WHEN e.event = 1 AND o.enabled AND o.bonus_payout IS NOT NULL
          THEN ROW ('office', o.id, o.bonus_lpp, o.bonus_earning, o.bonus_payout)
        WHEN e.event = 1 THEN ROW ('default', d.id, d.bonus_lpp, d.bonus_earning, d.bonus_payout)
        WHEN o.enabled THEN ROW ('office', o.id, o.lpp, o.earning, o.payout)
        WHEN g.enabled THEN ROW ('geo', g.id, d.lpp, g.earning, g.payout)
        ELSE ROW ('default', d.id, d.lpp, d.earning, d.payout) END AS due) due
    WHERE e.sign = 1
      AND due.due::text <> ROW (e.price_source, e.price_id, e.lpp, e.earning, e.payout)::text
      AND NOT (e.event = 2 AND e.price_source = 'none' AND e.price_id IS NULL AND e.lpp = 0 AND e.payout = 0)`;
  expect(await count(wrong)).toBe(0);
  const reversals = sql`
    SELECT r.id FROM sale_events r LEFT JOIN sale_events o ON o.id = r.reverses AND o.sign = 1
    WHERE r.sign = -1 AND ROW (-r.lpp, -r.earning, -r.payout, r.company_id, r.flags, r.price_id, r.click_id, r.event)
      IS DISTINCT FROM ROW (o.lpp, o.earning, o.payout, o.company_id, o.flags, o.price_id, o.click_id, o.event)`;
  expect(await count(reversals)).toBe(0);
}

/** A checksum of the rows of every table. Leaves out columns that are random, encrypted or counters. */
export async function checksums(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname NOT IN ('migrations', 'kept_keys', 'link_state', 'black_list_changes') ORDER BY 1`);
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(`
        SELECT count(*) || ' ' || md5(coalesce(string_agg(line, E'\\n' ORDER BY line), '')) AS sum
        FROM (SELECT (to_jsonb(t) - '{password_hash,password_sealed,sealed,payout_sealed,h,secret}'::text[])::text AS line FROM ${name} t) lines`);
      sums[name] = rows[0]?.sum ?? "";
    }
    return sums;
  } finally {
    await client.end();
  }
}
