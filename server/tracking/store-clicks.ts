import type pg from "pg";
import type { Day } from "../kernel/periods";
import type { Subs } from "../types";
import type { UserAgent } from "./user-agents";

/** A click as it is stored. Its time is inside its id. */
export type Click = {
  id: string;
  agentId: number;
  companyId: number;
  siteId: number;
  typeId: number;
  /** As in `classes`. */
  class: number;
  reason: string | null;
  flags: number;
  geo: string;
  ip: string | null;
  agent: UserAgent | undefined;
  referer: string | null;
  subs: Subs | null;
  /** The New York day of its time. */
  day: Day;
  /** The visitor's 64 bits as decimal text: a JavaScript number cannot hold them. */
  visitor: string;
};

const OK = 0;

/**
 * Stores clicks, the visitors that are new today and the deltas of the measures in one statement, so in one
 * transaction and one round trip. Sent twice it counts once. Rows that can collide with those of another batch are
 * inserted in the order of their key; in the order of arrival two batches would wait for each other for ever.
 */
export async function storeClicks(client: pg.Client, clicks: readonly Click[]): Promise<void> {
  await storeUserAgents(client, clicks);
  await client.query({ name: "clicks", text: STATEMENT, values: columnsOf(clicks) });
}

const STATEMENT = `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::text[],
    $8::smallint[], $9::text[], $10::inet[], $11::bigint[], $12::text[], $13::jsonb[], $14::date[], $15::bigint[],
    $16::boolean[])
  AS c (id, agent_id, company_id, site_id, type_id, class, reason, flags, geo, ip, ua_id, referer, subs, day, h, first)
), fresh AS (
  INSERT INTO click_uniques (agent_id, day, h)
  SELECT agent_id, day, h FROM given WHERE first ORDER BY agent_id, day, h
  ON CONFLICT DO NOTHING
  RETURNING agent_id, day, h
), stored AS (
  INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, reason, is_unique, flags, geo, ip,
    ua_id, referer, subs)
  SELECT c.id,
    to_timestamp(('x' || left(c.id::text, 8) || substr(c.id::text, 10, 4))::bit(48)::bigint / 1000::float8),
    c.agent_id, c.company_id, c.site_id, c.type_id, c.class, c.reason, c.first AND f.h IS NOT NULL, c.flags, c.geo,
    c.ip, c.ua_id, c.referer, c.subs
  FROM given c LEFT JOIN fresh f ON f.agent_id = c.agent_id AND f.day = c.day AND f.h = c.h
  ORDER BY c.agent_id, c.id
  ON CONFLICT DO NOTHING
  RETURNING id, is_unique
)
INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, events, sales,
  bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
SELECT c.agent_id, c.day, c.type_id, c.company_id, c.site_id, c.flags, c.geo, count(*),
  count(*) FILTER (WHERE c.class = ${OK}), count(*) FILTER (WHERE s.is_unique), 0, 0, 0, 0, 0, 0, 0, 0, 0
FROM stored s JOIN given c ON c.id = s.id
GROUP BY c.agent_id, c.day, c.type_id, c.company_id, c.site_id, c.flags, c.geo`;

/** Arrays as PostgreSQL reads them; the driver's own way costs more than the click. */
function columnsOf(clicks: readonly Click[]): string[] {
  const seen = new Set<string>();
  const first = (click: Click) => {
    if (click.class !== OK) return "f";
    const key = `${click.agentId} ${click.day} ${click.visitor}`;
    if (seen.has(key)) return "f";
    seen.add(key);
    return "t";
  };
  const plain = (valueOf: (click: Click) => string | number) => `{${clicks.map(valueOf).join(",")}}`;
  return [
    plain((click) => click.id),
    plain((click) => click.agentId),
    plain((click) => click.companyId),
    plain((click) => click.siteId),
    plain((click) => click.typeId),
    plain((click) => click.class),
    plain((click) => quoted(click.reason)),
    plain((click) => click.flags),
    plain((click) => click.geo || '""'),
    plain((click) => click.ip ?? "NULL"),
    plain((click) => click.agent?.id ?? "NULL"),
    plain((click) => quoted(click.referer)),
    plain((click) => (click.subs ? quoted(JSON.stringify(click.subs)) : "NULL")),
    plain((click) => click.day),
    plain((click) => click.visitor),
    plain(first),
  ];
}

const quoted = (text: string | null): string =>
  text === null ? "NULL" : `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;

/** Stores the user agents that are not known to be stored, before the clicks that name them. */
async function storeUserAgents(client: pg.Client, clicks: readonly Click[]): Promise<void> {
  const unknown = new Set<UserAgent>();
  for (const { agent } of clicks) if (agent && !agent.stored) unknown.add(agent);
  if (unknown.size === 0) return;
  const agents = [...unknown];
  await client.query({
    name: "user-agents",
    text: `
      INSERT INTO user_agents (id, text)
      SELECT id, text FROM unnest($1::bigint[], $2::text[]) AS given (id, text) ORDER BY id ON CONFLICT DO NOTHING`,
    values: [`{${agents.map(({ id }) => id).join(",")}}`, `{${agents.map(({ text }) => quoted(text)).join(",")}}`],
  });
  for (const agent of agents) agent.stored = true;
}
