import { z } from "zod";
import { Account, PayoutDetails } from "~models";
import { type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { isoTime } from "../kernel/time";
import { DAY_MS } from "../kernel/time/durations";
import { openDetails, PayoutMethod } from "./details";

/** Details that changed this recently before a run are marked in it. */
const RECENT_DAYS = 7;

export const AgentPayout = z.object({
  method: PayoutMethod,
  /** The owner of the details: an agent without any is paid through their present office. */
  payee: z.enum(["agent", "office"]),
  /** The last change, if it was less than seven days before the payment or after it. */
  change: z
    .object({
      at: z.string(),
      by: z.string().nullable(),
      /** Whole days from the change to the payment; null if it came after the payment. */
      days: z.int().nullable(),
    })
    .nullable(),
});
export type AgentPayout = z.output<typeof AgentPayout>;
export type FullAgentPayout = AgentPayout & { details: string };

/**
 * Joins `payout` to a relation that has agents: their own details or, if they have none, those of their office. NULL if
 * both have none.
 */
export const payoutJoin = (agentId: Statement): Statement => sql`
  LEFT JOIN LATERAL (
    SELECT d.* FROM agents receiver JOIN offices employer ON employer.id = receiver.company_id
    JOIN payout_details d ON d.account_id IN (receiver.account_id, employer.account_id)
    WHERE receiver.id = ${agentId} ORDER BY d.account_id = receiver.account_id DESC LIMIT 1
  ) AS payout ON true`;

const columns = selectColumns(PayoutDetails, ["accountId", "method", "sealed", "changedAt"], { from: "payout" });
const changerName = selectColumns(Account, [], { from: "changer", as: { changedBy: "username" } });
type Row = RowOf<typeof columns> & Nullable<RowOf<typeof changerName>> & { agentId: number; isOwn: boolean };

/** True in SQL for an agent whose details are marked in a payment at the time `paidAt`. */
export const isChangedRecently = (agentId: Statement, paidAt: Date): Statement => sql`EXISTS (
  SELECT 1 FROM (VALUES (1)) AS one ${payoutJoin(agentId)} WHERE payout.changed_at >= ${earliestRecent(paidAt)}::timestamptz)`;

const earliestRecent = (paidAt: Date): Date => new Date(paidAt.getTime() - RECENT_DAYS * DAY_MS);

/** The details that a payment at the time `paidAt` goes to, by agent. Agents without any are missing. */
export async function payoutsOf(agentIds: readonly number[], paidAt: Date): Promise<Map<number, FullAgentPayout>> {
  const rows = await queryRows<Row>(sql`
    SELECT agents.id AS "agentId", payout.account_id = agents.account_id AS "isOwn", ${columns}, ${changerName}
    FROM agents ${payoutJoin(sql`agents.id`)}
    LEFT JOIN accounts changer ON changer.id = payout.changed_by
    WHERE agents.id = ANY(${[...new Set(agentIds)]}::int[]) AND payout.account_id IS NOT NULL`);
  return new Map(
    rows.map((row) => {
      const { agentId, method, isOwn, changedAt, changedBy } = row;
      const change = recentChange(changedAt, paidAt);
      return [
        agentId,
        {
          ...{ method, payee: isOwn ? "agent" : "office", details: openDetails(row) },
          change: change && { at: isoTime(changedAt), by: changedBy || null, ...change },
        },
      ];
    }),
  );
}

function recentChange(changedAt: Date, paidAt: Date): { days: number | null } | null {
  if (changedAt < earliestRecent(paidAt)) return null;
  const days = (paidAt.getTime() - changedAt.getTime()) / DAY_MS;
  return { days: days < 0 ? null : Math.floor(days) };
}
