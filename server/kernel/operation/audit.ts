import type { Attributes } from "sequelize";
import type { AuditRow } from "~models";
import { sql, type Statement } from "../database/sql";
import { queryOne, queryRows } from "../database/transactions";
import { dayOf, isoTime } from "../time";
import { now } from "../time/now";
import { mask } from "../process/mask";
import type { Change } from "../database/records";
import { type Caller, usedBy } from "./roles";

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

let follow = (_changes: readonly Change[], _caller: Caller): Promise<void> => {
  throw new Error("Nothing follows changes in this process: call followWith first.");
};

/** Injected by each process: writes the events and mails about changes, in the open transaction. */
export function followWith(write: typeof follow): void {
  follow = write;
}

/** Writes an audit row for each change, with secrets masked, and what follows from them. Returns the IDs of the rows. */
export async function writeAudit(operation: string, caller: Caller, changes: readonly Change[]): Promise<number[]> {
  if (changes.length === 0) return [];
  const list = changes.map(({ record, id, before, after, onBehalfOf, by }) => ({
    ...{
      record,
      record_id: String(id),
      before: mask(before),
      after: mask(after),
      on_behalf_of: onBehalfOf ?? null,
      by: by ?? usedBy(caller),
    },
  }));
  const inserted = await queryRows<Pick<Attributes<AuditRow>, "id">>(sql`
    INSERT INTO audit (operation, account_id, username, by, on_behalf_of, session_id, record, record_id, before, after)
    SELECT ${operation}, ${caller?.accountId || null}, ${caller?.username ?? null}, by, on_behalf_of,
           ${caller?.sessionId ?? null}, record, record_id, before, after
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      AS r(record text, record_id text, before jsonb, after jsonb, on_behalf_of integer, by text)
    RETURNING id`);
  await follow(changes, caller);
  return inserted.map(({ id }) => id);
}

/** The key of a record's rows in the audit, for `describeLastSave`; several are joined with UNION ALL. */
export const auditKey = (record: string, id: number | string): Statement =>
  sql`SELECT ${record}::text, ${String(id)}::text`;

/** What to do about an outdated form, unless both changes can be kept. */
export const COMPARE = " Compare and save again.";

/**
 * The message for a save based on an outdated version: who saved the record last, and when. `keys` selects the keys
 * (record, record_id) of its rows in the audit. A save that the audit does not have is by somebody else.
 */
export async function describeLastSave(caller: Caller, keys: Statement | undefined): Promise<string> {
  const last =
    keys &&
    (await queryOne<Pick<Attributes<AuditRow>, "at" | "username"> & { own: boolean | null }>(sql`
      SELECT at, username, account_id = ${caller?.accountId ?? null} AS own FROM audit
      JOIN (${keys}) AS keys(kind, key) ON record = kind AND record_id = key
      ORDER BY audit.id DESC LIMIT 1`));
  if (!last) return "Somebody else changed this in the meantime.";
  const [day = "", time = ""] = isoTime(last.at).split("T");
  const when = day === dayOf(now()) ? `at ${time.slice(0, 5)}` : `on ${day} at ${time.slice(0, 5)}`;
  const who = last.own ? "you" : (last.username ?? "the server");
  return `Meanwhile, ${who} saved this ${when}.${COMPARE}`;
}
