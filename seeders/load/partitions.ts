import type pg from "pg";

const nameOf = (table: string, month: string) => `${table}_${month.replace("-", "_")}`;

/**
 * A table for a month (`2026-11`) that has the columns of `table` and no index, apart from the whole: rows go into it
 * as fast as they can. A partition of that month that is there (an empty one) goes.
 */
export async function bareMonth(client: pg.Client, table: string, month: string): Promise<string> {
  const name = nameOf(table, month);
  await client.query(`DROP TABLE IF EXISTS ${name}`);
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  return name;
}

/** Makes it the partition of its month; that gives it the indexes of the whole. */
export async function attachMonth(client: pg.Client, table: string, month: string): Promise<void> {
  const zone = table === "click_uniques" ? "" : " 00:00:00+00";
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  const range = `FROM ('${month}-01${zone}') TO ('${next}${zone}')`;
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${nameOf(table, month)} FOR VALUES ${range}`);
}
