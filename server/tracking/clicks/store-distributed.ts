import type pg from "pg";
import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import { parseAddress } from "../../kernel/addresses/address";
import { clickedAt } from "./click-id";
import {
  type Click,
  columnsOf,
  dayNumber,
  EPOCH,
  firstOfVisitors,
  GIVEN,
  INTO_CLICKS,
  storeDeltas,
  storeUserAgents,
} from "./store-clicks";

const known = new WeakMap<pg.Client, boolean>();

/** Whether Citus has distributed the clicks of the connection's database. Asked once for each connection. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  let answer = known.get(client);
  if (answer === undefined) known.set(client, (answer = await hasShards(client)));
  return answer;
}

async function hasShards(client: pg.Client): Promise<boolean> {
  const extension = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (extension.rows.length === 0) return false;
  const distributed = await client.query(
    "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'clicks'::regclass AND partmethod = 'h'",
  );
  return distributed.rows.length > 0;
}

/**
 * Does what `storeClicks` does, for a distributed database: one transaction of one plain statement for each table. Citus
 * would keep each part of a single statement in files on all of its servers. Statements that need no answers of each other
 * are sent together; after one that fails, COMMIT is a rollback.
 */
export async function storeDistributed(
  client: pg.Client,
  clicks: readonly Click[],
  { again }: { again: boolean },
): Promise<void> {
  await storeUserAgents(client, clicks);
  try {
    const [, unique, arrival] = await Promise.all([
      client.query("BEGIN"),
      storeUniques(client, [...firstOfVisitors(clicks)]),
      nextArrival(client),
    ]);
    const stored = again ? await storeNewOnes(client, clicks, unique, arrival) : clicks;
    const columns = columnsOf(stored, unique);
    await Promise.all([
      ...(again ? [] : [client.query({ ...INSERT, values: [...columns, arrival] })]),
      ...storeCounts(client, stored, columns, arrival),
      client.query("COMMIT"),
    ]);
  } catch (error) {
    // Fails only if the connection is lost, and its transaction with it.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

const INSERT = {
  name: "distributed-clicks",
  text: `
    ${INTO_CLICKS}
    SELECT id, clicked_at, agent_id, company_id, site_id, type_id, class, reason, first, flags, geo, ip, ua_id, referer, subs,
      $18::bigint
    FROM ${GIVEN}`,
};
const DELTAS = {
  name: "distributed-deltas",
  text: storeDeltas(`
    unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::smallint[], $6::smallint[], $7::text[], $8::date[], $9::boolean[])
    AS stored (agent_id, company_id, site_id, type_id, class, flags, geo, day, is_unique)`),
};
const BATCH = {
  name: "click-batch",
  text: "INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks) VALUES ($1, $2, $3, $4)",
};
const ARRIVAL = {
  name: "click-arrival",
  text: `
    WITH in_progress AS MATERIALIZED (${lockBeforeIds("click_arrivals", LOCKS.clickArrivals)})
    SELECT nextval('click_arrivals') AS arrival FROM in_progress`,
};

/** Stores the clicks that are not stored yet and returns them. */
async function storeNewOnes(
  client: pg.Client,
  clicks: readonly Click[],
  unique: ReadonlySet<Click>,
  arrival: number,
): Promise<readonly Click[]> {
  const sorted = clicks.toSorted((a, b) => a.agentId - b.agentId || (a.id < b.id ? -1 : 1));
  const { text, values } = listOf(
    sorted.map((click) => {
      const { id, agentId, companyId, siteId, typeId, reason, flags, geo, referer, subs } = click;
      const keys = [id, new Date(clickedAt(id)), agentId, companyId, siteId, typeId];
      const judged = [click.class, reason, unique.has(click), flags];
      const ip = click.ip !== null && parseAddress(click.ip) ? click.ip : null;
      return [...keys, ...judged, geo, ip, click.agent?.id ?? null, referer, subs, arrival];
    }),
  );
  const { rows } = await client.query<{ id: string }>(
    `${INTO_CLICKS} VALUES ${text} ON CONFLICT DO NOTHING RETURNING id`,
    values,
  );
  const inserted = new Set(rows.map(({ id }) => id));
  return clicks.filter(({ id }) => inserted.delete(id));
}

/** Stores the measures and the batch of clicks. */
function storeCounts(
  client: pg.Client,
  clicks: readonly Click[],
  columns: readonly Buffer[],
  arrival: number,
): Promise<unknown>[] {
  if (clicks.length === 0) return [];
  const [, agents, companies, sites, types, kinds, , flags, geos, , , , , days, , unique] = columns;
  const times = clicks.map(({ id }) => clickedAt(id));
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  return [
    client.query({ ...DELTAS, values: [agents, companies, sites, types, kinds, flags, geos, days, unique] }),
    client.query({ ...BATCH, values: [arrival, first, last, clicks.length] }),
  ];
}

async function nextArrival(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ arrival: number }>(ARRIVAL);
  const [row] = rows;
  if (!row) throw new Error("The sequence gave no number.");
  return row.arrival;
}

/**
 * Stores the visitors of these clicks and returns the clicks of those who are new. Their days are returned as numbers,
 * because Citus returns no text that depends on settings.
 */
async function storeUniques(client: pg.Client, clicks: readonly Click[]): Promise<ReadonlySet<Click>> {
  if (clicks.length === 0) return new Set();
  const sorted = clicks.toSorted(
    (a, b) => a.agentId - b.agentId || (a.day === b.day ? (a.visitor < b.visitor ? -1 : 1) : a.day < b.day ? -1 : 1),
  );
  const { text, values } = listOf(sorted.map(({ agentId, day, visitor }) => [agentId, day, visitor]));
  const { rows: stored } = await client.query<{ agentId: number; day: number; visitor: string }>(
    `INSERT INTO click_uniques (agent_id, day, h) VALUES ${text} ON CONFLICT DO NOTHING
     RETURNING agent_id AS "agentId", day - '${EPOCH}' AS day, h::text AS visitor`,
    values,
  );
  const fresh = new Set(stored.map(({ agentId, day, visitor }) => `${agentId} ${day} ${visitor}`));
  return new Set(clicks.filter(({ agentId, day, visitor }) => fresh.has(`${agentId} ${dayNumber(day)} ${visitor}`)));
}

/**
 * Rows that can conflict are a list of values, because Citus sends those of a shard in one message then, in their order.
 * Those of a SELECT it would write to a file for each shard first.
 */
function listOf(rows: readonly (readonly unknown[])[]): { text: string; values: unknown[] } {
  let last = 0;
  const text = rows.map((row) => `(${row.map(() => `$${++last}`).join(", ")})`).join(", ");
  return { text, values: rows.flat() };
}
