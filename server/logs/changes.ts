import { z } from "zod";
import { AuditRow } from "~models";
import { type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";

/** Any value of JSON. */
export const AnyJson = z
  .unknown()
  .meta({ type: ["object", "array", "string", "number", "boolean", "null"], items: {} });

export const Change = z.object({
  operation: z.string(),
  record: z.string(),
  recordId: z.string(),
  before: AnyJson,
  after: AnyJson,
});

/** Bytes. The journal writes no row above this limit. */
const MAX_BYTES = sql`8192`;

/** A JSON column for display. A value above the limit is replaced by its field names and their lengths in bytes. */
export const shownJson = (column: Statement): Statement => sql`
  CASE WHEN ${column} IS NULL OR octet_length(${column}::text) <= ${MAX_BYTES} THEN ${column}
  ELSE jsonb_build_object('lengths', (
    SELECT jsonb_object_agg(left(part.key, 64), octet_length(part.value::text))
    FROM (SELECT key, value FROM jsonb_each(CASE jsonb_typeof(${column}) WHEN 'object' THEN ${column} ELSE
            jsonb_build_object('', ${column}) END) LIMIT 50) part)) END`;

/** Limit in bytes for the changes of all rows. Changes beyond it are shown without their values. */
const MAX_CHANGED_BYTES = 4 * 1024 * 1024;

const auditColumns = selectColumns(AuditRow, ["id", "operation", "record", "recordId"], { from: "changed" });
type AuditRecord = RowOf<typeof auditColumns> & Pick<z.output<typeof Change>, "before" | "after">;

/** The changes with these audit ids. */
export async function changesOf(ids: readonly number[]): Promise<Map<number, z.output<typeof Change>>> {
  if (ids.length === 0) return new Map();
  const records = await queryRows<AuditRecord>(sql`
    SELECT ${auditColumns}, ${shownWithin(sql`before`)} AS before, ${shownWithin(sql`after`)} AS after
    FROM (SELECT *, sum(least(octet_length(concat(before, after)), 16384)) OVER (ORDER BY id DESC) AS bytes
          FROM audit WHERE id = ANY(${ids})) changed`);
  return new Map(records.map(({ id, ...change }) => [id, change]));
}

const shownWithin = (column: Statement): Statement =>
  sql`CASE WHEN bytes <= ${MAX_CHANGED_BYTES} THEN ${shownJson(column)} WHEN ${column} IS NOT NULL THEN '{}'::jsonb END`;

const DOLLARS = /earning$|^earn$|dollars$|usd/i;

/** A copy with each dollar amount replaced by ***. */
export function withoutDollars(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withoutDollars);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, DOLLARS.test(key) ? "***" : withoutDollars(item)]),
  );
}
