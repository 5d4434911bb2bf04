import { z } from "zod";
import { PayPeriod } from "~models";
import { sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { isSale } from "../trade/events";
import { isAvp, isCorrection, isPaidByBonus } from "../trade/flags";
import { payPeriod } from "../trade/periods";
import { fromCents, toCents } from "../kernel/text/money";
import { avpTiersOf } from "../types";
import { tierLabel } from "./statements/details";
import { AgentPayment, paymentsOfAgents } from "./statements/settlement";
import { avpTiers } from "./tiers";

export const EventPayment = z.object({
  pays: z.number().describe("Pesos that the statement credits for it; negative for a reversal."),
  tier: z
    .string()
    .nullable()
    .describe("The AVP tier at which it is paid, such as `10-24 sales`; null at a fixed price."),
  /** The payment of its half-month to the agent. */
  payment: AgentPayment,
});
export type EventPayment = z.output<typeof EventPayment>;

type PaidEvent = {
  agentId: number;
  periodId: number;
  /** Decimal text; null if it is paid at the agent's AVP tier. */
  pesos: string | null;
  /** -1 for a reversal. */
  sign: number;
};

/** The pesos that an event `l` pays, by the rules of `pricedLines`; NULL at the AVP tier. */
const [event, flags] = [sql`l.event`, sql`l.flags`];
export const eventPesos = sql`
  CASE WHEN ${isCorrection(flags)} THEN l.payout WHEN ${isSale(event)} AND ${isAvp(flags)} THEN NULL
    WHEN ${isSale(event)} AND ${isPaidByBonus(flags)} THEN 0 ELSE l.payout END`;

/** The pesos of each event, and whether and how they were paid. */
export async function paymentsOfEvents(events: readonly PaidEvent[]): Promise<EventPayment[]> {
  if (events.length === 0) return [];
  const halves = [...new Set(events.map(({ periodId }) => periodId))];
  const stored = await PayPeriod.findAll({ attributes: ["id", "state"], where: { id: halves } });
  const states = new Map(stored.map(({ id, state }) => [id, state]));
  const periods = halves.map((id) => ({ id, state: states.get(id) ?? ("open" as const) }));
  const paymentOf = await paymentsOfAgents(periods, [...new Set(events.map(({ agentId }) => agentId))]);
  const tiers = await tiersOf(events.filter(({ pesos }) => pesos === null));
  return events.map(({ agentId, periodId, pesos, sign }) => {
    const tier = pesos === null ? tiers.get(keyOf({ agentId, periodId })) : undefined;
    const each = toCents(pesos ?? tier?.php ?? "0");
    return {
      pays: fromCents(pesos === null ? BigInt(sign) * each : each),
      tier: tier?.label ?? null,
      payment: paymentOf({ id: periodId, state: states.get(periodId) ?? "open" }, agentId),
    };
  });
}

const keyOf = ({ agentId, periodId }: Pick<PaidEvent, "agentId" | "periodId">): string => `${agentId} ${periodId}`;

type AgentTier = { php: string; label: string | null };

/** The tier of each agent in each half-month. */
async function tiersOf(events: readonly PaidEvent[]): Promise<Map<string, AgentTier>> {
  const found = new Map<string, AgentTier>();
  for (const periodId of new Set(events.map((event) => event.periodId))) {
    const half = payPeriod(periodId);
    if (!half) continue;
    const ids = events.filter((event) => event.periodId === periodId).map(({ agentId }) => agentId);
    const rows = await queryRows<{ agent_id: number; index: number | null; payout_php: string | null }>(
      avpTiers(half, sql`AND agent_id = ANY(${ids}::int[])`),
    );
    const { tiers } = await avpTiersOf(half.start);
    for (const { agent_id, index, payout_php } of rows) {
      const tier = tiers.find((one) => one.index === index);
      const key = keyOf({ agentId: agent_id, periodId });
      found.set(key, { php: payout_php ?? "0", label: tier ? tierLabel(tier) : null });
    }
  }
  return found;
}
