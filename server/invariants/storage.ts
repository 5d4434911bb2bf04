import { missingMonths, PARTITIONED } from "../../models/partitions";
import { currentClient, queryRows } from "../kernel/database/transactions";
import { sql, type Statement } from "../kernel/database/sql";
import { readSpoolBacklog } from "../tracking";
import { type Check, sqlCheck } from "./finding";

/**
 * Checks of storage: rows are in their month's partition, partitions exist ahead of time, sequences are ahead of their
 * tables, and the spool is empty.
 */

const OUTSIDE: Record<(typeof PARTITIONED)[number], Statement> = {
  clicks: sql`SELECT format('one of %s', clicked_at) AS example FROM clicks_default`,
  click_uniques: sql`SELECT format('one of %s', day) AS example FROM click_uniques_default`,
  postbacks: sql`SELECT format('one of %s', received_at) AS example FROM postbacks_default`,
};

const ahead: Check = async () => {
  const missing = await missingMonths(currentClient());
  if (missing[0] === undefined) return [];
  return [{ says: "Missing partitions for the coming months", count: missing.length, example: missing[0] }];
};

const spool: Check = async () => {
  const { bytes, files, refused } = await readSpoolBacklog();
  return [
    ...(bytes > 0 ? [{ says: "Bytes waiting in the spool", count: bytes, example: `those of ${files} files` }] : []),
    ...(refused[0] !== undefined
      ? [{ says: "Spool files that the database rejected", count: refused.length, example: refused[0] }]
      : []),
  ];
};

type Numbered = { table: string; column: string; sequence: string };

const numbers: Check = async () => {
  const all = await queryRows<Numbered>(sql`
    SELECT c.relname AS table, a.attname AS column,
      coalesce(pg_get_serial_sequence(c.oid::regclass::text, a.attname),
        CASE c.relname WHEN 'sale_events' THEN 'sale_event_ids' WHEN 'postbacks' THEN 'postback_ids'
          WHEN 'webhook_deliveries' THEN 'webhook_delivery_ids' ELSE 'click_arrivals' END) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND (a.attidentity <> '' OR (a.attname = 'id' AND c.relname IN ('sale_events', 'postbacks', 'webhook_deliveries'))
        OR (a.attname = 'arrival' AND c.relname = 'click_batches'))
    ORDER BY 1`);
  const behind: string[] = [];
  for (const { table, column, sequence } of all) {
    // The names come from the catalog, not from user input.
    const { rows: result } = await currentClient().query<{ behind: boolean }>(
      `SELECT highest > last_value AS behind FROM (SELECT max(${column}) AS highest FROM ${table}) AS ids, ${sequence}`,
    );
    if (result[0]?.behind) behind.push(table);
  }
  if (behind[0] === undefined) return [];
  return [{ says: "Tables whose next ID is already taken", count: behind.length, example: behind[0] }];
};

/** An index whose order differs from that of a search seems to miss rows. */
const collations = sql`
  SELECT format('collation %s', collname) AS example FROM pg_collation
  WHERE oid = 'by_name'::regcollation AND collversion IS DISTINCT FROM pg_collation_actual_version(oid)
  UNION ALL
  SELECT format('database %s', datname) FROM pg_database
  WHERE datname = current_database() AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)`;

export const storage: Check[] = [
  sqlCheck("Sort orders that have changed since their indexes were built", collations),
  ...PARTITIONED.map((table) =>
    sqlCheck(`Rows of ${table} outside their month's partition (--repair moves them)`, OUTSIDE[table]),
  ),
  ahead,
  numbers,
  spool,
];
