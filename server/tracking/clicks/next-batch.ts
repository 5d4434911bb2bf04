import type pg from "pg";

// SQL by hand: asks the catalog of an extension.

/** Rows of a batch on one server: more of them would keep the first ones waiting and are hardly cheaper. */
const MAX_BATCH_SIZE = 200;
/**
 * In a database that Citus has distributed a batch costs as much as hundreds of rows, again for each shard that it
 * changes (docs/decisions/0089-clicks-by-shard.md).
 */
const MAX_DISTRIBUTED = 1_000;
const ENOUGH = 50;

/** The shards that have the clicks of each agent. */
export type Shards = ReadonlyMap<number, string>;

/**
 * Divides the waiting clicks into those to store together next and the others. With shards the batch has the clicks of
 * the first one's shard and, until they are enough, those of further shards, so the oldest click never waits for others.
 * Agents whose shard is not known, such as new ones, count as one more shard.
 */
export function nextBatch<T extends { click: { agentId: number } }>(
  waiting: readonly T[],
  shards?: Shards,
): { batch: T[]; rest: T[] } {
  if (!shards) return { batch: waiting.slice(0, MAX_BATCH_SIZE), rest: waiting.slice(MAX_BATCH_SIZE) };
  const groups = new Map<string | undefined, T[]>();
  for (const each of waiting) {
    const shard = shards.get(each.click.agentId);
    const group = groups.get(shard);
    if (group) group.push(each);
    else groups.set(shard, [each]);
  }
  const batch = new Set<T>();
  for (const group of groups.values()) {
    if (batch.size >= ENOUGH) break;
    for (const each of group.slice(0, MAX_DISTRIBUTED - batch.size)) batch.add(each);
  }
  return { batch: [...batch], rest: waiting.filter((each) => !batch.has(each)) };
}

/** The shards of the agents; undefined on a single server. */
export async function readShards(client: pg.Client): Promise<Shards | undefined> {
  const extension = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (extension.rows.length === 0) return undefined;
  const distributed = await client.query(
    "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'clicks'::regclass AND partmethod = 'h'",
  );
  if (distributed.rows.length === 0) return undefined;
  const { rows } = await client.query<{ id: number; shard: string }>(
    "SELECT id, get_shard_id_for_distribution_column('clicks', id)::text AS shard FROM agents",
  );
  return new Map(rows.map(({ id, shard }) => [id, shard]));
}
