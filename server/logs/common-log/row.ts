import { z } from "zod";
import { AuditRow } from "~models";
import { abilities } from "../../accounts";
import { rows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { type RowOf, selected, sql, type Statement } from "../../kernel/database/sql";
import { type CommonFound, shownJson } from "./kind";

// SQL by hand: limits the size of a row's changes in the database, before they are loaded.

const Change = z.object({
  operation: z.string(),
  record: z.string(),
  recordId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** An entry of the common log (COMMON-16) and its changes, if any. */
export const CommonRow = z.object({
  id: z.int(),
  role: z.int().nullable(),
  date: z.string(),
  username: z.string().nullable(),
  /** Username of the creator of the link or token that was used, if that is another account. */
  by: z.string().nullable(),
  ip: z.string().nullable(),
  accountName: z.string().nullable(),
  agentName: z.string().nullable().optional(),
  officeName: z.string().nullable().optional(),
  actionType: z.string(),
  actionName: z.string(),
  responseCode: z.int(),
  postParams: z.unknown(),
  getParams: z.unknown(),
  changes: z.array(Change),
});
export type CommonRow = z.output<typeof CommonRow>;

/** Rows as this account may see them: names by role, dollar amounts only if earnings are visible. */
export async function commonRows(actor: Actor, found: readonly CommonFound[]): Promise<CommonRow[]> {
  const can = abilities(actor);
  const audits = await auditOf(found.flatMap(({ auditIds }) => auditIds));
  const seen = (value: unknown) => (can.seeEarning ? value : withoutDollars(value));
  return found.map(({ auditIds, agentName, officeName, date, postParams, getParams, ...row }) => ({
    ...row,
    date: isoTime(date),
    ...(can.chooseAgent ? { agentName } : {}),
    ...(can.chooseOffice ? { officeName } : {}),
    postParams: seen(postParams ?? {}),
    getParams: seen(getParams ?? {}),
    changes: auditIds.flatMap((id) => {
      const change = audits.get(Number(id));
      return change ? [{ ...change, before: seen(change.before), after: seen(change.after) }] : [];
    }),
  }));
}

/** Limit in bytes for the changes of all rows. Changes beyond it are shown without their values. */
const MOST = 4 * 1024 * 1024;

const ofAudit = selected(AuditRow, ["id", "operation", "record", "recordId"], { from: "changed" });
type Found = RowOf<typeof ofAudit> & Pick<z.output<typeof Change>, "before" | "after">;

async function auditOf(ids: readonly number[]): Promise<Map<number, z.output<typeof Change>>> {
  if (ids.length === 0) return new Map();
  const found = await rows<Found>(sql`
    SELECT ${ofAudit}, ${shownWithin(sql`before`)} AS before, ${shownWithin(sql`after`)} AS after
    FROM (SELECT *, sum(least(octet_length(concat(before, after)), 16384)) OVER (ORDER BY id DESC) AS bytes
          FROM audit WHERE id = ANY(${ids})) changed`);
  return new Map(found.map(({ id, ...change }) => [id, change]));
}

const shownWithin = (column: Statement): Statement =>
  sql`CASE WHEN bytes <= ${MOST} THEN ${shownJson(column)} WHEN ${column} IS NOT NULL THEN '{}'::jsonb END`;

const DOLLARS = /earning$|^earn$|dollars$|usd/i;

function withoutDollars(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withoutDollars);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, DOLLARS.test(key) ? "***" : withoutDollars(item)]),
  );
}
