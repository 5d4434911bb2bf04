import { z } from "zod";
import { AuditRow } from "~models";
import { type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { shownJson } from "./kind";

// SQL by hand: limits the size of the changes in the database, before they are loaded.

export const Change = z.object({
  operation: z.string(),
  record: z.string(),
  recordId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** Limit in bytes for the changes of all rows. Changes beyond it are shown without their values. */
const MAX_BYTES = 4 * 1024 * 1024;

const auditColumns = selectColumns(AuditRow, ["id", "operation", "record", "recordId"], { from: "changed" });
type AuditRecord = RowOf<typeof auditColumns> & Pick<z.output<typeof Change>, "before" | "after">;

/** The changes with these audit ids. */
export async function auditOf(ids: readonly number[]): Promise<Map<number, z.output<typeof Change>>> {
  if (ids.length === 0) return new Map();
  const records = await queryRows<AuditRecord>(sql`
    SELECT ${auditColumns}, ${shownWithin(sql`before`)} AS before, ${shownWithin(sql`after`)} AS after
    FROM (SELECT *, sum(least(octet_length(concat(before, after)), 16384)) OVER (ORDER BY id DESC) AS bytes
          FROM audit WHERE id = ANY(${ids})) changed`);
  return new Map(records.map(({ id, ...change }) => [id, change]));
}

const shownWithin = (column: Statement): Statement =>
  sql`CASE WHEN bytes <= ${MAX_BYTES} THEN ${shownJson(column)} WHEN ${column} IS NOT NULL THEN '{}'::jsonb END`;

const DOLLARS = /earning$|^earn$|dollars$|usd/i;

/** A copy with each dollar amount replaced by ***. */
export function withoutDollars(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withoutDollars);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, DOLLARS.test(key) ? "***" : withoutDollars(item)]),
  );
}
