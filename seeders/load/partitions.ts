import type pg from "pg";

const nameOf = (table: string, month: string) => `${table}_${month.replace("-", "_")}`;

/**
 * A table for a month (`2026-11`) with the columns of `table`, without indexes and not attached, so that inserts are
 * fast. Drops an existing (empty) partition of that month.
 */
export async function createMonthTable(client: pg.Client, table: string, month: string): Promise<string> {
  const name = nameOf(table, month);
  await client.query(`DROP TABLE IF EXISTS ${name}`);
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  return name;
}

/** Attaches the table as the partition of its month, which builds the parent's indexes. */
export async function attachMonth(client: pg.Client, table: string, month: string): Promise<void> {
  const zone = table === "click_uniques" ? "" : " 00:00:00+00";
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  const range = `FROM ('${month}-01${zone}') TO ('${next}${zone}')`;
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${nameOf(table, month)} FOR VALUES ${range}`);
}
