import type pg from "pg";
import { COPIED, DISTRIBUTED, DISTRIBUTED_BY, REGISTERED } from "./distribution";

/** Tables that are already distributed, copied or registered, by the catalog of the extension. */
type DistributionState = Record<"distributed" | "copied" | "registered", ReadonlySet<string>>;

const [FIRST] = DISTRIBUTED;

/**
 * The remaining statements, each to be run in its own transaction and in this order. Copies come first because large
 * tables are joined with them. The large tables follow, colocated with the first so that an agent's rows are on one
 * server. Last, the space that their rows took on the first server is freed.
 */
export const statementsToDistribute = ({ distributed, copied, registered }: DistributionState): string[] => [
  ...COPIED.filter((table) => !copied.has(table)).map((table) => `SELECT create_reference_table('${table}')`),
  ...REGISTERED.filter((table) => !registered.has(table)).map(
    (table) => `SELECT citus_add_local_table_to_metadata('${table}')`,
  ),
  ...DISTRIBUTED.filter((table) => !distributed.has(table)).map(
    (table) =>
      `SELECT create_distributed_table('${table}', '${DISTRIBUTED_BY}', colocate_with => '${table === FIRST ? "none" : FIRST}')`,
  ),
  ...DISTRIBUTED.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}')`),
];

// In this catalog, partmethod 'h' is a table split by the hash of a column. 'n' is a whole table: with repmodel 't'
// every server has a copy, with 's' only the first server has it. The extension also registers tables that have foreign
// keys to copied ones by itself.
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
    registered: tableNames(({ partmethod, repmodel }) => partmethod === "n" && repmodel === "s"),
  };
  for (const statement of statementsToDistribute(state)) await keepingNumbers(client, statement);
  const remaining = (tables: readonly string[], moved: ReadonlySet<string>) =>
    tables.filter((table) => !moved.has(table));
  return {
    distributed: remaining(DISTRIBUTED, state.distributed).length,
    copied: remaining(COPIED, state.copied).length,
  };
}

/**
 * Runs a statement in a transaction after which every sequence continues where it was. The extension creates the tables
 * again, together with those that have a foreign key to them, and their IDs would begin at 1 again.
 */
async function keepingNumbers(client: pg.Client, statement: string): Promise<void> {
  await client.query("BEGIN");
  try {
    const { rows: before } = await client.query<LastNumber>(LAST_NUMBERS);
    await client.query(statement);
    const { rows } = await client.query<LastNumber>(LAST_NUMBERS);
    const after = new Map(rows.map(({ sequence, last }) => [sequence, last]));
    for (const { sequence, last } of before) {
      if (after.get(sequence) !== last) await client.query("SELECT setval($1::regclass, $2)", [sequence, last]);
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

type LastNumber = { sequence: string; last: string };
const LAST_NUMBERS = `
  SELECT format('%I.%I', schemaname, sequencename) AS sequence, last_value::text AS last
  FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`;
