import type pg from "pg";
import { type Day, daysBetween } from "../../kernel/time";
import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import type { Subs } from "../../types";
import {
  bools,
  dates,
  inets,
  int2s,
  int4s,
  int8s,
  jsonbs,
  nullableInt8s,
  texts,
  timestamps,
  uuids,
} from "./binary-arrays";
import { classes, isCountedClick } from "./classes";
import { clickedAt } from "./click-id";
import { MEASURES, SALE_MEASURES, zeros } from "../../../models/roll-ups";
import type { UserAgent } from "./user-agents";

/** A click as it is stored. Its ID contains its time. */
export type Click = {
  id: string;
  agentId: number;
  companyId: number;
  siteId: number;
  typeId: number;
  /** One of the values of `classes`. */
  class: number;
  reason: string | null;
  flags: number;
  geo: string;
  ip: string | null;
  agent: UserAgent | undefined;
  referer: string | null;
  subs: Subs | null;
  /** The day of the click in New York. */
  day: Day;
  /** The 64-bit hash that identifies the visitor. */
  visitor: bigint;
};

/**
 * Stores clicks, the visitors that are new today and the deltas of the measures in one statement, and therefore in one
 * transaction and one round trip. `again` means that some of the clicks may already be stored; those are not counted a
 * second time. Rows that can conflict with those of another batch are inserted in key order; in arrival order two
 * batches could deadlock. Throws the database's errors, and then none of the clicks is stored.
 */
export async function storeClicks(
  client: pg.Client,
  clicks: readonly Click[],
  { again }: { again: boolean },
): Promise<void> {
  await storeUserAgents(client, clicks);
  const first = firstOfVisitors(clicks);
  await client.query({ ...(again ? INSERT_IGNORING_DUPLICATES : INSERT), values: columnsOf(clicks, first) });
}

/** The parameters of `columnsOf`. */
export const GIVEN = `
  unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::text[], $8::smallint[], $9::text[],
    $10::inet[], $11::bigint[], $12::text[], $13::jsonb[], $14::date[], $15::bigint[], $16::boolean[], $17::timestamptz[])
  AS given (id, agent_id, company_id, site_id, type_id, class, reason, flags, geo, ip, ua_id, referer, subs, day, h, first,
    clicked_at)`;

export const INTO_CLICKS = `
  INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, reason, is_unique, flags, geo, ip,
    ua_id, referer, subs, arrival)`;

/** Stores the deltas of clicks that have the column `is_unique`. */
export const storeDeltas = (clicks: string): string => `
  INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, ${MEASURES.join(", ")})
  SELECT agent_id, day, type_id, company_id, site_id, flags, geo, count(*),
    count(*) FILTER (WHERE ${isCountedClick().text}), count(*) FILTER (WHERE is_unique), ${zeros(SALE_MEASURES)}
  FROM ${clicks}
  GROUP BY agent_id, day, type_id, company_id, site_id, flags, geo`;

/**
 * On the first attempt every click is new, so every row given is stored: nothing is looked up in the index,
 * sorted, returned and joined again, which saves up to a sixth of the statement's time. The lock precedes the number of the
 * batch, so that programs that mirror the clicks can wait for it (server/logs/click-feed.ts).
 */
const statement = (again: boolean) => `
WITH given AS MATERIALIZED (SELECT * FROM ${GIVEN}), fresh AS (
  INSERT INTO click_uniques (agent_id, day, h)
  SELECT agent_id, day, h FROM given WHERE first ORDER BY agent_id, day, h
  ON CONFLICT DO NOTHING
  RETURNING agent_id, day, h
), marked AS MATERIALIZED (
  SELECT c.*, c.first AND f.h IS NOT NULL AS is_unique
  FROM given c LEFT JOIN fresh f ON f.agent_id = c.agent_id AND f.day = c.day AND f.h = c.h
), arrived AS MATERIALIZED (
  WITH in_progress AS MATERIALIZED (${lockBeforeIds("click_arrivals", LOCKS.clickArrivals)})
  SELECT nextval('click_arrivals') AS arrival FROM in_progress
), inserted AS (
  ${INTO_CLICKS}
  SELECT id, clicked_at, agent_id, company_id, site_id, type_id, class, reason, is_unique, flags, geo, ip, ua_id,
    referer, subs, (SELECT arrival FROM arrived)
  FROM marked ${again ? "ORDER BY agent_id, id ON CONFLICT DO NOTHING RETURNING id" : ""}
), stored AS ${again ? "(SELECT marked.* FROM inserted JOIN marked ON marked.id = inserted.id)" : "(TABLE marked)"},
batch AS (
  INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks)
  SELECT (SELECT arrival FROM arrived), min(clicked_at), max(clicked_at), count(*) FROM stored HAVING count(*) > 0
)
${storeDeltas("stored")}`;

const INSERT = { name: "clicks", text: statement(false) };
const INSERT_IGNORING_DUPLICATES = { name: "clicks-again", text: statement(true) };

/** The first click of each visitor of an agent on a day who may be new on it. */
export function firstOfVisitors(clicks: readonly Click[]): ReadonlySet<Click> {
  const first = new Map<string, Click>();
  for (const click of clicks) {
    const { class: kind, agentId, day, visitor } = click;
    const key = `${agentId} ${day} ${visitor}`;
    if (kind === classes.ok && !first.has(key)) first.set(key, click);
  }
  return new Set(first.values());
}

export function columnsOf(clicks: readonly Click[], first: ReadonlySet<Click>): Buffer[] {
  return [
    uuids(clicks, ({ id }) => id),
    int4s(clicks, ({ agentId }) => agentId),
    int4s(clicks, ({ companyId }) => companyId),
    int4s(clicks, ({ siteId }) => siteId),
    int4s(clicks, ({ typeId }) => typeId),
    int2s(clicks, (click) => click.class),
    texts(clicks, ({ reason }) => reason),
    int2s(clicks, ({ flags }) => flags),
    texts(clicks, ({ geo }) => geo),
    inets(clicks, ({ ip }) => ip),
    nullableInt8s(clicks, ({ agent }) => agent?.id),
    texts(clicks, ({ referer }) => referer),
    jsonbs(clicks, ({ subs }) => subs),
    dates(clicks, ({ day }) => dayNumber(day)),
    int8s(clicks, ({ visitor }) => visitor),
    bools(clicks, (click) => first.has(click)),
    timestamps(clicks, ({ id }) => clickedAt(id)),
  ];
}

/** Day 0 of PostgreSQL's binary dates. */
export const EPOCH = "2000-01-01";
let last = { day: EPOCH, number: 0 };

// All clicks of a batch have the same day, except around midnight.
export function dayNumber(day: Day): number {
  if (last.day !== day) last = { day, number: daysBetween(EPOCH, day) };
  return last.number;
}

/** Inserts the user agents not known to be stored yet. Runs before the clicks that refer to them are inserted. */
export async function storeUserAgents(client: pg.Client, clicks: readonly Click[]): Promise<void> {
  const unknown = new Set<UserAgent>();
  for (const { agent } of clicks) if (agent && !agent.stored) unknown.add(agent);
  if (unknown.size === 0) return;
  const agents = [...unknown];
  await client.query({
    name: "user-agents",
    text: `
      INSERT INTO user_agents (id, text)
      SELECT id, text FROM unnest($1::bigint[], $2::text[]) AS given (id, text) ORDER BY id ON CONFLICT DO NOTHING`,
    values: [int8s(agents, ({ id }) => id), texts(agents, ({ text }) => text)],
  });
  for (const agent of agents) agent.stored = true;
}
