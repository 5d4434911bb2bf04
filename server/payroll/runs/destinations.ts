import { z } from "zod";
import { Account, Payment } from "~models";
import { type Nullable, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { seal, unseal } from "../../kernel/process/secrets";
import { AgentPayout, destinationsOf, recentChange, type UsedDestination } from "../../payouts";
import type { RunOutput } from "./run";

export const Destination = AgentPayout.omit({ sharedWith: true }).extend({
  /** The lines; null once the account that they belonged to is deleted. */
  details: z.string().nullable(),
});
/** The destination of a payment, with the number of other payees who had the same. */
export type RunDestination = z.output<typeof Destination> & { sharedWith: number };

type PaymentKey = { runId: number; agentId: number };

/** The owner to which an encrypted destination is bound. */
export const contextOf = ({ runId, agentId }: PaymentKey): string => `payments:${runId}:${agentId}`;

/** The lines of a payment's destination in plain text. */
export const openDestination = (key: PaymentKey, sealed: Buffer): string => unseal(sealed, contextOf(key)).toString();

/** Agents per statement. */
const BATCH_SIZE = 500;

/** Writes the payments of a new run, each with the destination that is used now, in the order of their numbers. */
export async function createPayments(runId: number, agentIds: readonly number[]): Promise<void> {
  const destinations = await destinationsOf(agentIds);
  const rows = agentIds.map((agentId, index) => {
    const used = destinations.get(agentId);
    return { runId, agentId, number: index + 1, ...(used && toColumns({ runId, agentId }, used)) };
  });
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await Payment.bulkCreate(rows.slice(from, from + BATCH_SIZE));
}

const toColumns = (key: PaymentKey, { method, payee, details, changedAt, changedBy, sharedWith }: UsedDestination) => ({
  payoutMethod: method,
  payoutPayee: payee,
  payoutSealed: seal(details, contextOf(key)),
  payoutChangedAt: changedAt,
  payoutChangedBy: changedBy?.id ?? null,
  payoutSharedWith: sharedWith,
});

const columns = selectColumns(
  Payment,
  ["agentId", "payoutMethod", "payoutPayee", "payoutSealed", "payoutChangedAt", "payoutChangedBy", "payoutSharedWith"],
  { from: "p" },
);
const changerName = selectColumns(Account, [], { from: "changer", as: { changerName: "username" } });

/**
 * The destinations of payments, by agent, as they were when the run was made. Runs of earlier releases have none of
 * their own: those that are used now, as in these releases. Agents without a destination are missing.
 */
export async function readDestinations(
  { id: runId, madeAt, destinationsKept }: RunOutput,
  agentIds: readonly number[],
): Promise<Map<number, RunDestination>> {
  const paidAt = new Date(madeAt);
  if (!destinationsKept) {
    const used = await destinationsOf(agentIds);
    return new Map([...used].map(([agentId, one]) => [agentId, { ...pick(one), change: recentChange(one, paidAt) }]));
  }
  const rows = await queryRows<RowOf<typeof columns> & Nullable<RowOf<typeof changerName>>>(sql`
    SELECT ${columns}, ${changerName} FROM payments p LEFT JOIN accounts changer ON changer.id = p.payout_changed_by
    WHERE p.run_id = ${runId} AND p.agent_id = ANY(${[...agentIds]}::int[]) AND p.payout_method IS NOT NULL`);
  return new Map(
    rows.flatMap(({ agentId, payoutMethod: method, payoutPayee: payee, payoutSealed: sealed, ...row }) => {
      if (method === null || payee === null || row.payoutChangedAt === null) return [];
      const changedBy = row.changerName === null ? null : { username: row.changerName };
      const destination: RunDestination = {
        ...{ method, payee, details: sealed && openDestination({ runId, agentId }, sealed) },
        change: recentChange({ changedAt: row.payoutChangedAt, changedBy }, paidAt),
        sharedWith: row.payoutSharedWith ?? 0,
      };
      return [[agentId, destination] as const];
    }),
  );
}

const pick = ({ method, payee, details, sharedWith }: UsedDestination) => ({ method, payee, details, sharedWith });
