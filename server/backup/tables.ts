import type { ClientBase } from "pg";

export type Table = { table: string; columns: string[] };
export type Next = { sequence: string; last: string };

/** Pairs of tables. A trigger on the first writes to the second or checks it, so the first is filled before it. */
const BEFORE: [string, string][] = [
  ["ledger", "pay_periods"],
  ["black_list", "link_state"],
  ["black_list", "black_list_changes"],
];

/**
 * All tables with their columns, each after the tables that it references, so that they can be written in this order.
 */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'migrations'
    GROUP BY 1 ORDER BY 1`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid`);
  const needs = [...references, ...BEFORE.map(([to, from]) => ({ from, to }))];
  const ordered: Table[] = [];
  const visit = (one: Table): void => {
    if (ordered.includes(one)) return;
    for (const { to } of needs.filter(({ from }) => from === one.table)) {
      const other = tables.find(({ table }) => table === to);
      if (other) visit(other);
    }
    ordered.push(one);
  };
  tables.forEach(visit);
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: Table): string => columns.map(quoted).join(", ");

/** The last value of each sequence. */
export async function sequenceValues(client: ClientBase): Promise<Next[]> {
  const { rows } = await client.query<Next>(`
    SELECT sequencename AS sequence, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`);
  return rows;
}

/** The first day (YYYY-MM-DD) of the oldest month that has a partition; undefined if there is none. */
export async function firstMonthOf(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ month: string | null }>(`
    SELECT min(substring(relname FROM '\\d{4}_\\d\\d$')) AS month FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace`);
  return rows[0]?.month ? `${rows[0].month.replace("_", "-")}-01` : undefined;
}
