import type pg from "pg";

/** The collation by which names are sorted. */
const BY_NAME = "'by_name'::regcollation";

/** A row if the version of the library that sorts names differs from the one that sorted the indexes. */
const CHANGED = `
  SELECT collname FROM pg_collation
  WHERE oid = ${BY_NAME} AND collversion IS DISTINCT FROM pg_collation_actual_version(oid)`;

const INDEXES = `
  SELECT DISTINCT objid::regclass::text AS name FROM pg_depend
  WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_collation'::regclass AND refobjid = ${BY_NAME}`;

/**
 * Builds the indexes in name order again after an upgrade of the library that sorts names. A list read from an index in
 * another order would leave names out. No constraint depends on this order.
 */
export async function refreshNameOrder(client: pg.Client): Promise<void> {
  const { rows: changed } = await client.query(CHANGED);
  if (changed.length === 0) return;
  await client.query("BEGIN");
  try {
    const { rows: indexes } = await client.query<{ name: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`REINDEX INDEX ${name}`);
    await client.query("ALTER COLLATION by_name REFRESH VERSION");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
