import type { Attributes } from "sequelize";
import type { AuditRow } from "~models";
import { sql } from "../database/sql";
import { queryRows } from "../database/transactions";
import { mask } from "../process/mask";
import type { Change } from "./operation";
import type { Caller } from "./roles";

type Values = Readonly<Record<string, unknown>>;

/** The fields that differ between two states of a record, for the audit; undefined if none. Compares values as JSON. */
export function difference(
  before: Values,
  after: Values,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (keys.length === 0) return undefined;
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { before: only(before), after: only(after) };
}

/**
 * Writes an audit row for each change, with secrets masked. Returns the IDs of the rows.
 * SQL by hand: a bulk command changes thousands of records, and for 5,000 rows the model takes six times the CPU (80 ms
 * instead of 13).
 */
export async function writeAudit(operation: string, caller: Caller, changes: readonly Change[]): Promise<number[]> {
  if (changes.length === 0) return [];
  const list = changes.map(({ record, id, before, after, onBehalfOf, by }) => ({
    ...{
      record,
      record_id: String(id),
      before: mask(before),
      after: mask(after),
      on_behalf_of: onBehalfOf ?? null,
      by: by ?? caller?.by ?? null,
    },
  }));
  const inserted = await queryRows<Pick<Attributes<AuditRow>, "id">>(sql`
    INSERT INTO audit (operation, account_id, username, by, on_behalf_of, session_id, record, record_id, before, after)
    SELECT ${operation}, ${caller?.accountId || null}, ${caller?.username ?? null}, by, on_behalf_of,
           ${caller?.sessionId ?? null}, record, record_id, before, after
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      AS r(record text, record_id text, before jsonb, after jsonb, on_behalf_of integer, by text)
    RETURNING id`);
  return inserted.map(({ id }) => id);
}
