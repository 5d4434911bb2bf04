import type { Attributes } from "sequelize";
import type { AuditRow } from "~models";
import { rows } from "../database/transactions";
import type { Change } from "./operation";
import type { Asker } from "./roles";
import { masked } from "../process/mask";
import { sql } from "../database/sql";

/**
 * Writes an audit row for each change, with secrets masked. Returns the IDs of the rows.
 * SQL by hand: a bulk command changes thousands of records, and for 5,000 rows the model takes six times the CPU (80 ms
 * instead of 13).
 */
export async function writeAudit(operation: string, asker: Asker, changes: readonly Change[]): Promise<number[]> {
  if (changes.length === 0) return [];
  const list = changes.map(({ record, id, before, after, onBehalfOf, by }) => ({
    ...{
      record,
      record_id: String(id),
      before: masked(before),
      after: masked(after),
      on_behalf_of: onBehalfOf ?? null,
      by: by ?? asker?.by ?? null,
    },
  }));
  const made = await rows<Pick<Attributes<AuditRow>, "id">>(sql`
    INSERT INTO audit (operation, account_id, username, by, on_behalf_of, session_id, record, record_id, before, after)
    SELECT ${operation}, ${asker?.accountId || null}, ${asker?.username ?? null}, by, on_behalf_of,
           ${asker?.sessionId ?? null}, record, record_id, before, after
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      AS r(record text, record_id text, before jsonb, after jsonb, on_behalf_of integer, by text)
    RETURNING id`);
  return made.map(({ id }) => id);
}
