import { z } from "zod";
import { Account, PayoutDetails } from "~models";
import { type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { isoTime } from "../kernel/time";
import { DAY_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { openDetails, PayoutMethod } from "./details";
import { countSharing } from "./shared";

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
  /** The number of other payees with the same destination. */
  sharedWith: z.int(),
});
export type AgentPayout = z.output<typeof AgentPayout>;

/** A destination as it is used now, with the last change or the move that made it the agent's. */
export type UsedDestination = Pick<AgentPayout, "method" | "payee" | "sharedWith"> & {
  details: string;
  changedAt: Date;
  changedBy: { id: number; username: string } | null;
};

/**
 * Joins `payout` to a relation that has agents: the details that are used now, their own or, if they have none, those of
 * their office. NULL if both have none. `given_at` is when they became the agent's: with the last change, or with a later
 * move to the office.
 */
export const payoutJoin = (agentId: Statement): Statement => sql`
  LEFT JOIN LATERAL (
    SELECT d.*, greatest(d.changed_at, (
        SELECT stay.since FROM agent_offices stay
        WHERE stay.agent_id = receiver.id AND stay.until IS NULL AND d.account_id <> receiver.account_id
          AND EXISTS (SELECT 1 FROM agent_offices former WHERE former.agent_id = receiver.id AND former.until IS NOT NULL)
      )) AS given_at
    FROM agents receiver JOIN offices employer ON employer.id = receiver.company_id
    JOIN payout_details d ON d.account_id IN (receiver.account_id, employer.account_id)
      AND d.withdrawn_at IS NULL AND d.used_from <= ${now()}::timestamptz
    WHERE receiver.id = ${agentId} ORDER BY d.account_id = receiver.account_id DESC, d.id DESC LIMIT 1
  ) AS payout ON true`;

/** Whether the agent or their office has entered how they are paid, even if that is not used yet. */
export async function hasPayout(agentId: number): Promise<boolean> {
  const row = await queryOne<{ known: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM agents a JOIN offices o ON o.id = a.company_id
      JOIN payout_details d ON d.account_id IN (a.account_id, o.account_id) AND d.withdrawn_at IS NULL
      WHERE a.id = ${agentId}
    ) AS known`);
  return row?.known === true;
}

const usedFrom = selectColumns(PayoutDetails, ["usedFrom"], { from: "d" });

/** From when new details of the agents that wait are used, by agent. */
export async function waitingOf(agentIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await queryRows<RowOf<typeof usedFrom> & { agentId: number }>(sql`
    SELECT a.id AS "agentId", ${usedFrom} FROM agents a
    JOIN payout_details d ON d.account_id = a.account_id
    WHERE a.id = ANY(${[...new Set(agentIds)]}::int[]) AND d.withdrawn_at IS NULL AND d.used_from > ${now()}::timestamptz`);
  return new Map(rows.map((row) => [row.agentId, row.usedFrom]));
}

const columns = selectColumns(PayoutDetails, ["accountId", "method", "sealed", "changedBy"], {
  from: "payout",
});
const changerName = selectColumns(Account, [], { from: "changer", as: { changerName: "username" } });
type Row = RowOf<typeof columns> &
  Nullable<RowOf<typeof changerName>> & { agentId: number; isOwn: boolean; isMoved: boolean; since: Date };

/** True in SQL for an agent whose details are marked in a payment at the time `paidAt`. */
export const isChangedRecently = (agentId: Statement, paidAt: Date): Statement => sql`EXISTS (
  SELECT 1 FROM (VALUES (1)) AS one ${payoutJoin(agentId)} WHERE payout.given_at >= ${earliestRecent(paidAt)}::timestamptz)`;

const earliestRecent = (paidAt: Date): Date => new Date(paidAt.getTime() - RECENT_DAYS * DAY_MS);

/** The destinations that are used now, by agent. Agents without any are missing. */
export async function destinationsOf(agentIds: readonly number[]): Promise<Map<number, UsedDestination>> {
  const rows = await queryRows<Row>(sql`
    SELECT agents.id AS "agentId", payout.account_id = agents.account_id AS "isOwn", payout.given_at > payout.changed_at AS "isMoved",
      payout.given_at AS since, ${columns}, ${changerName}
    FROM agents ${payoutJoin(sql`agents.id`)}
    LEFT JOIN accounts changer ON changer.id = payout.changed_by
    WHERE agents.id = ANY(${[...new Set(agentIds)]}::int[]) AND payout.account_id IS NOT NULL`);
  const sharing = await countSharing(rows.map(({ accountId }) => accountId));
  return new Map(
    rows.map((row) => {
      const { agentId, accountId, method, isOwn, changedBy, isMoved, since } = row;
      const destination: UsedDestination = {
        ...{ method, payee: isOwn ? "agent" : "office", details: openDetails(row), changedAt: since },
        changedBy: changedBy === null || isMoved ? null : { id: changedBy, username: row.changerName ?? "" },
        sharedWith: sharing.get(accountId) ?? 0,
      };
      return [agentId, destination];
    }),
  );
}

type Changed = { changedAt: Date; changedBy: { username: string } | null };

/** The mark of a change that was made recently before the time `paidAt`, or after it; null for an older one. */
export function recentChange({ changedAt, changedBy }: Changed, paidAt: Date): AgentPayout["change"] {
  if (changedAt < earliestRecent(paidAt)) return null;
  const days = (paidAt.getTime() - changedAt.getTime()) / DAY_MS;
  return { at: isoTime(changedAt), by: changedBy?.username || null, days: days < 0 ? null : Math.floor(days) };
}
