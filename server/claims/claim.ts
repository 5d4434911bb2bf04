import { z } from "zod";
import { Account, Claim, CLAIM_STATES, Office, Site } from "~models";
import { abilities } from "../accounts";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { addDays, type Day, dayOf, isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";

/** A claim is decided within this many days after it was opened. */
export const DUE_DAYS = 5;

export const isPending = (state: Claim["state"]): boolean => state === "open" || state === "forwarded";

export const ClaimRow = z
  .object({
    id: z.int(),
    state: z.enum(CLAIM_STATES),
    open: z.boolean(),
    dueDate: z.string().nullable(),
    overdue: z.boolean(),
    date: z.string(),
    siteId: z.int(),
    sitename: z.string(),
    /** Null for a claim of the office. */
    agentId: z.int().nullable(),
    agent: z.string().nullable().optional(),
    companyId: z.int(),
    officeName: z.string().optional(),
    customerEmail: z.string().nullable(),
    txid: z.string().nullable(),
    note: z.string(),
    furtherNote: z.string().nullable(),
    answer: z.string(),
    createdAt: z.string(),
    openedAt: z.string().nullable(),
    decidedAt: z.string().nullable(),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    /** The booking that ended it. */
    booking: z.object({ kind: z.enum(["event", "line"]), id: z.int() }).nullable(),
    version: z.int(),
  })
  .meta({ id: "Claim", description: "A sale that an agent or a manager misses." });
export type ClaimRow = z.output<typeof ClaimRow>;

const columns = selectColumns(
  Claim,
  [
    ...(["id", "state", "siteId", "agentId", "companyId", "customerEmail", "txid", "note", "furtherNote"] as const),
    ...(["answer", "createdAt", "openedAt", "decidedAt", "reason", "eventId", "lineId", "version"] as const),
  ],
  { from: "c", as: { date: "day" } },
);
const names = selectColumns(Site, ["sitename"], { from: "s" });
const office = selectColumns(Office, ["officeName"], { from: "o" });
const decider = selectColumns(Account, [], { from: "decider", as: { decidedBy: "username" } });
type Row = RowOf<typeof columns> &
  RowOf<typeof names> & { decidedBy: string | null; agent?: string | null; officeName?: string };

/** Claims `c` with the tables of their names. */
export const claimTables = sql`
  claims c JOIN sites s ON s.id = c.site_id JOIN offices o ON o.id = c.company_id
  LEFT JOIN agents g ON g.id = c.agent_id LEFT JOIN accounts a ON a.id = g.account_id
  LEFT JOIN accounts decider ON decider.id = c.decided_by`;

/** The rule of `Claim.visibleTo`. */
export function visibleClaims(actor: Actor): Statement {
  const { agentId, companyId } = Claim.visibleTo(actor).where;
  if (agentId !== undefined) return sql`c.agent_id = ${agentId}`;
  return companyId === undefined ? sql`TRUE` : sql`c.company_id = ${companyId}`;
}

/** The claims selected by the rest of the statement (WHERE, ORDER BY, LIMIT), with the names that the actor sees. */
export async function findClaims(actor: Actor, rest: Statement): Promise<ClaimRow[]> {
  const can = abilities(actor);
  const agent = can.chooseAgent ? sql`, CASE WHEN a.deleted_at IS NULL THEN a.username END AS agent` : nothing;
  const officeName = can.chooseOffice ? sql`, ${office}` : nothing;
  const rows = await queryRows<Row>(sql`
    SELECT ${columns}, ${names}, ${decider}${agent}${officeName} FROM ${claimTables} ${rest}`);
  return rows.map(toClaim);
}

function toClaim({ date, createdAt, openedAt, decidedAt, eventId, lineId, ...row }: Row): ClaimRow {
  const open = isPending(row.state);
  const dueDate = openedAt && addDays(dayOf(openedAt), DUE_DAYS);
  return {
    ...row,
    ...{ open, dueDate, overdue: open && dueDate !== null && dueDate < dayOf(now()), date: date satisfies Day },
    createdAt: isoTime(createdAt),
    openedAt: openedAt && isoTime(openedAt),
    decidedAt: decidedAt && isoTime(decidedAt),
    booking: lineId !== null ? { kind: "line", id: lineId } : eventId !== null ? { kind: "event", id: eventId } : null,
  };
}
