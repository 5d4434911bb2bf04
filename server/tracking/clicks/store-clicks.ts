import type pg from "pg";
import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import { type Day, dayOf, daysBetween } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { MEASURES, SALE_MEASURES, zeros } from "../../../models/roll-ups";
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
import { classes } from "./classes";
import { clickedAt } from "./click-id";
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
 * Stores clicks, the visitors that are new today, the deltas of the measures and the batch, in the open transaction.
 * `again` means that some of the clicks may already be stored; those are not counted a second time. Rows that can conflict
 * with those of another server are inserted in key order; in order of arrival two batches could deadlock. One plain
 * statement for each table: Citus would keep each part of a single statement in files on all of its servers. Statements
 * that need no answers of each other are sent together. Throws the database's errors.
 */
export async function storeClicks(
  client: pg.Client,
  clicks: readonly Click[],
  { again }: { again: boolean },
): Promise<void> {
  if (clicks.length === 0) return;
  const [unique, arrival] = await Promise.all([
    storeUniques(client, [...firstOfVisitors(clicks)]),
    nextArrival(client),
  ]);
  const values = [...columnsOf(clicks, unique), arrival];
  if (!again) {
    await Promise.all([client.query({ ...INSERT, values }), ...storeCounts(client, clicks, unique, arrival)]);
    return;
  }
  const { rows } = await client.query<{ id: string }>({ ...INSERT_NEW, values });
  const inserted = new Set(rows.map(({ id }) => id));
  const stored = clicks.filter(({ id }) => inserted.delete(id));
  await Promise.all(storeCounts(client, stored, unique, arrival));
}

const INTO_CLICKS = `
  INSERT INTO clicks (id, agent_id, company_id, site_id, type_id, class, reason, flags, geo, ip, ua_id, referer, subs,
    is_unique, clicked_at, arrival)
  SELECT id, agent_id, company_id, site_id, type_id, class, reason, flags, geo, ip, ua_id, referer, subs,
    is_unique, clicked_at, $16::bigint
  FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::text[], $8::smallint[], $9::text[],
    $10::inet[], $11::bigint[], $12::text[], $13::jsonb[], $14::boolean[], $15::timestamptz[])
  AS given (id, agent_id, company_id, site_id, type_id, class, reason, flags, geo, ip, ua_id, referer, subs, is_unique,
    clicked_at)`;
const INSERT = { name: "clicks", text: INTO_CLICKS };
const INSERT_NEW = {
  name: "clicks-again",
  text: `${INTO_CLICKS} ORDER BY agent_id, id ON CONFLICT DO NOTHING RETURNING id`,
};

function columnsOf(clicks: readonly Click[], unique: ReadonlySet<Click>): Buffer[] {
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
    bools(clicks, (click) => unique.has(click)),
    timestamps(clicks, ({ id }) => clickedAt(id)),
  ];
}

/** The first counted click of each visitor, of whom several clicks may be in one batch. */
function firstOfVisitors(clicks: readonly Click[]): Set<Click> {
  const first = new Map<string, Click>();
  for (const click of clicks) {
    if (click.class !== classes.ok) continue;
    const key = keyOf(click.agentId, dayNumber(click.day), click.visitor);
    if (!first.has(key)) first.set(key, click);
  }
  return new Set(first.values());
}

const keyOf = (agentId: number, day: number, visitor: bigint | string) => `${agentId} ${day} ${visitor}`;

const UNIQUES = {
  name: "click-uniques",
  // Days are returned as numbers, because Citus returns no text that depends on settings.
  text: `
    INSERT INTO click_uniques (agent_id, day, h)
    SELECT agent_id, day, h FROM unnest($1::int[], $2::date[], $3::bigint[]) AS given (agent_id, day, h)
    ORDER BY agent_id, day, h
    ON CONFLICT DO NOTHING
    RETURNING agent_id AS "agentId", day - '2000-01-01' AS day, h::text AS visitor`,
};

/** Stores the visitors of these clicks and returns the clicks of those who are new. */
async function storeUniques(client: pg.Client, clicks: readonly Click[]): Promise<ReadonlySet<Click>> {
  if (clicks.length === 0) return new Set();
  const { rows: stored } = await client.query<{ agentId: number; day: number; visitor: string }>({
    ...UNIQUES,
    values: [
      int4s(clicks, ({ agentId }) => agentId),
      dates(clicks, ({ day }) => dayNumber(day)),
      int8s(clicks, ({ visitor }) => visitor),
    ],
  });
  const fresh = new Set(stored.map(({ agentId, day, visitor }) => keyOf(agentId, day, visitor)));
  return new Set(clicks.filter(({ agentId, day, visitor }) => fresh.has(keyOf(agentId, dayNumber(day), visitor))));
}

// The lock precedes the number, so that programs that mirror the clicks can wait for it (server/logs/click-feed.ts).
const ARRIVAL = {
  name: "click-arrival",
  text: `
    WITH in_progress AS MATERIALIZED (${lockBeforeIds("click_arrivals", LOCKS.clickArrivals)})
    SELECT nextval('click_arrivals') AS arrival FROM in_progress`,
};

async function nextArrival(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ arrival: number }>(ARRIVAL);
  const [row] = rows;
  if (!row) throw new Error("The sequence gave no number.");
  return row.arrival;
}

const DELTAS = {
  name: "click-deltas",
  text: `
    INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, ${MEASURES.join(", ")})
    SELECT agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, ${zeros(SALE_MEASURES)}
    FROM unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::text[], $8::int[], $9::int[],
      $10::int[])
    AS given (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques)`,
};
const BATCH = {
  name: "click-batch",
  text: "INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks) VALUES ($1, $2, $3, $4)",
};

type Delta = { click: Click; hits: number; raws: number; uniques: number };

/** Stores the measures, summed over the batch, and the batch. */
function storeCounts(
  client: pg.Client,
  clicks: readonly Click[],
  unique: ReadonlySet<Click>,
  arrival: number,
): Promise<unknown>[] {
  if (clicks.length === 0) return [];
  const deltas = [...sum(clicks, unique).values()];
  const values = [
    int4s(deltas, ({ click }) => click.agentId),
    dates(deltas, ({ click }) => dayNumber(click.day)),
    int4s(deltas, ({ click }) => click.typeId),
    int4s(deltas, ({ click }) => click.companyId),
    int4s(deltas, ({ click }) => click.siteId),
    int2s(deltas, ({ click }) => click.flags),
    texts(deltas, ({ click }) => click.geo),
    int4s(deltas, ({ hits }) => hits),
    int4s(deltas, ({ raws }) => raws),
    int4s(deltas, ({ uniques }) => uniques),
  ];
  const times = clicks.map(({ id }) => clickedAt(id));
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  return [
    client.query({ ...DELTAS, values }),
    client.query({ ...BATCH, values: [arrival, new Date(first), new Date(last), clicks.length] }),
  ];
}

function sum(clicks: readonly Click[], unique: ReadonlySet<Click>): Map<string, Delta> {
  const deltas = new Map<string, Delta>();
  for (const click of clicks) {
    const { agentId, day, typeId, companyId, siteId, flags, geo } = click;
    const key = `${agentId} ${day} ${typeId} ${companyId} ${siteId} ${flags} ${geo}`;
    let delta = deltas.get(key);
    if (!delta) deltas.set(key, (delta = { click, hits: 0, raws: 0, uniques: 0 }));
    delta.hits += 1;
    if (click.class === classes.ok) delta.raws += 1;
    if (unique.has(click)) delta.uniques += 1;
  }
  return deltas;
}

/** Day 0 of PostgreSQL's binary dates. */
export const EPOCH = "2000-01-01";
let last = { day: EPOCH, number: 0 };

// All clicks of a batch have the same day, except around midnight.
export function dayNumber(day: Day): number {
  if (last.day !== day) last = { day, number: daysBetween(EPOCH, day) };
  return last.number;
}

/** Inserts user agents not known to be stored today, in a transaction of its own, before the clicks that refer to them. */
export async function storeUserAgents(client: pg.Client, clicks: readonly Click[]): Promise<void> {
  const today = dayOf(now());
  const unknown = new Set<UserAgent>();
  for (const { agent } of clicks) if (agent && agent.storedOn !== today) unknown.add(agent);
  if (unknown.size === 0) return;
  const agents = [...unknown];
  await client.query({
    name: "user-agents",
    text: `
      INSERT INTO user_agents (id, text, used_on)
      SELECT id, text, $3::date FROM unnest($1::bigint[], $2::text[]) AS given (id, text) ORDER BY id
      ON CONFLICT (id) DO UPDATE SET used_on = excluded.used_on WHERE user_agents.used_on < excluded.used_on`,
    values: [int8s(agents, ({ id }) => id), texts(agents, ({ text }) => text), today],
  });
  for (const agent of agents) agent.storedOn = today;
}
