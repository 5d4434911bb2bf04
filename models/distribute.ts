import type pg from "pg";
import { COPIED, DISTRIBUTED, DISTRIBUTED_BY } from "./distribution";

/** Tables that are where they belong already, by the catalogue of the extension. */
type Done = { distributed: ReadonlySet<string>; copied: ReadonlySet<string> };

const [FIRST] = DISTRIBUTED;

/**
 * What is left to do, each statement a transaction of its own, in this order: copies first, for large tables are joined
 * with them; then the large ones, all beside the first, so that an agent's rows lie together; then the space that their
 * rows took before they went to their places.
 */
export const statementsToDistribute = ({ distributed, copied }: Done): string[] => [
  ...COPIED.filter((table) => !copied.has(table)).map((table) => `SELECT create_reference_table('${table}')`),
  ...DISTRIBUTED.filter((table) => !distributed.has(table)).map(
    (table) =>
      `SELECT create_distributed_table('${table}', '${DISTRIBUTED_BY}', colocate_with => '${table === FIRST ? "none" : FIRST}')`,
  ),
  ...DISTRIBUTED.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}')`),
];

// Of this catalogue: 'h' is split by a column's hash, 'n' is whole, and 't' then says that every server has a copy.
const DONE = "SELECT logicalrelid::regclass::text AS name, partmethod, repmodel FROM pg_dist_partition";

export type Distributed = { distributed: number; copied: number };

/**
 * Distributes the tables of an up-to-date database with the Citus extension, and answers how many were not yet where they
 * belong; what was cut off goes on from there. Undefined without the extension, and then nothing was done. Whatever uses
 * the database waits meanwhile.
 */
export async function distribute(client: pg.Client): Promise<Distributed | undefined> {
  const extension = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (extension.rows.length === 0) return undefined;
  const { rows } = await client.query<{ name: string; partmethod: string; repmodel: string }>(DONE);
  const named = (is: (row: (typeof rows)[number]) => boolean) => new Set(rows.filter(is).map(({ name }) => name));
  const done = {
    distributed: named(({ partmethod }) => partmethod === "h"),
    copied: named(({ partmethod, repmodel }) => partmethod === "n" && repmodel === "t"),
  };
  for (const statement of statementsToDistribute(done)) await client.query(statement);
  const left = (tables: readonly string[], there: ReadonlySet<string>) => tables.filter((table) => !there.has(table));
  return { distributed: left(DISTRIBUTED, done.distributed).length, copied: left(COPIED, done.copied).length };
}
