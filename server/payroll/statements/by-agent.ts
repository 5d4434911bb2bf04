import { z } from "zod";
import { type Line, type LineFilter, readTotalsByAgentUpTo } from "../lines";
import type { PayPeriodOutput } from "../periods";
import { AgentSettlement, settlementsByAgent } from "./settlement";
import { addSums, amounts, Amounts, centsOf, subtract } from "./sums";

/** An agent's part of an office's statement: `total` is the sum of the other amounts. */
export const AgentAccount = z.object({
  agentId: z.int(),
  /** Username, or "deleted agent". */
  agent: z.string(),
  fullName: z.string(),
  gone: z.boolean(),
  opening: Amounts,
  events: Amounts,
  /** Corrections, adjustments, advances and penalties. */
  others: Amounts,
  payments: Amounts,
  total: Amounts,
  settlement: AgentSettlement,
});

/**
 * The account of each agent with a balance or a line in a pay period. `lines` are those of the period under the same
 * filter, so the totals of all agents add up to the statement's.
 */
export async function accountsByAgent(
  period: Pick<PayPeriodOutput, "id" | "state">,
  filter: LineFilter,
  lines: readonly Line[],
): Promise<z.input<typeof AgentAccount>[]> {
  const agents = await readTotalsByAgentUpTo(period.id, filter);
  const settlementOf = await settlementsByAgent(
    period,
    filter,
    agents.map(({ agentId }) => agentId),
  );
  return agents.flatMap(({ php, usd, ...agent }) => {
    const own = lines.filter(({ agentId }) => agentId === agent.agentId);
    if (own.length === 0 && Number(php) === 0) return [];
    const sumOf = (...kinds: Line["kind"][]) => addSums(own.filter(({ kind }) => kinds.includes(kind)).map(centsOf));
    const total = centsOf({ php, usd });
    return {
      ...agent,
      opening: amounts(subtract(total, addSums(own.map(centsOf)))),
      events: amounts(sumOf("event")),
      others: amounts(sumOf("correction", "adjustment", "advance", "penalty")),
      payments: amounts(sumOf("payment")),
      total: amounts(total),
      settlement: settlementOf(agent.agentId),
    };
  });
}
