import type pg from "pg";
import { COPIED, DISTRIBUTED, DISTRIBUTED_BY } from "./distribution";

/** Tables that are already distributed or copied, by the catalog of the extension. */
type DistributionState = { distributed: ReadonlySet<string>; copied: ReadonlySet<string> };

const [FIRST] = DISTRIBUTED;

/**
 * The remaining statements, each to be run in its own transaction and in this order. Copies come first because large
 * tables are joined with them. The large tables follow, colocated with the first so that an agent's rows are on one
 * server. Last, the space that their rows took on the first server is freed.
 */
export const statementsToDistribute = ({ distributed, copied }: DistributionState): string[] => [
  ...COPIED.filter((table) => !copied.has(table)).map((table) => `SELECT create_reference_table('${table}')`),
  ...DISTRIBUTED.filter((table) => !distributed.has(table)).map(
    (table) =>
      `SELECT create_distributed_table('${table}', '${DISTRIBUTED_BY}', colocate_with => '${table === FIRST ? "none" : FIRST}')`,
  ),
  ...DISTRIBUTED.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}')`),
];

// In this catalog, partmethod 'h' is a table split by the hash of a column. 'n' is a whole table; repmodel 't' then
// means that every server has a copy.
const DONE = "SELECT logicalrelid::regclass::text AS name, partmethod, repmodel FROM pg_dist_partition";

export type Distributed = { distributed: number; copied: number };

/**
 * Distributes the tables of an up-to-date database with the Citus extension and returns how many still had to be moved.
 * An interrupted run can be repeated and continues. Returns undefined, without doing anything, if the extension is
 * missing. Queries of other clients wait meanwhile.
 */
export async function distribute(client: pg.Client): Promise<Distributed | undefined> {
  const extension = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (extension.rows.length === 0) return undefined;
  const { rows } = await client.query<{ name: string; partmethod: string; repmodel: string }>(DONE);
  const tableNames = (predicate: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(predicate).map(({ name }) => name));
  const state = {
    distributed: tableNames(({ partmethod }) => partmethod === "h"),
    copied: tableNames(({ partmethod, repmodel }) => partmethod === "n" && repmodel === "t"),
  };
  for (const statement of statementsToDistribute(state)) await client.query(statement);
  const remaining = (tables: readonly string[], moved: ReadonlySet<string>) =>
    tables.filter((table) => !moved.has(table));
  return {
    distributed: remaining(DISTRIBUTED, state.distributed).length,
    copied: remaining(COPIED, state.copied).length,
  };
}
