import { z } from "zod";
import { now } from "../../kernel/time/now";
import { together } from "../../kernel/database/statements";
import { queryOne } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { fromCents, toCents, roundHalfUp } from "../../kernel/text/money";
import { query } from "../../kernel/operation/operation";
import { type Day, dayOf, daysBetween } from "../../kernel/time";
import { formatPeriod, lengthInDays, periodOf, type Range } from "../../trade/periods";
import { only } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { avpTiers } from "../../payroll";
import { AvpPeriod, avpTiersOf } from "../../types";

export const AvpProgress = z.object({
  /** The current half-month, as `start,end,unit`. */
  period: z.string(),
  /** The agent's net AVP sales in it, over all offices, without corrections. */
  sales: z.int(),
  /** Null if no tiers have ever been set. */
  tier: AvpPeriod.nullable(),
  /** Null in the top tier. */
  next: AvpPeriod.nullable(),
  salesToNext: z.int().nullable(),
  /** Pesos for the AVP sales so far, and projected to the end of the half-month. */
  php: z.number(),
  projectedPhp: z.number(),
});

/** The agent's AVP sales, tier and pay in the current half-month (LEDGER-08). */
export const avpProgress = query({
  name: "reports.avpProgress",
  does: "read the AVP progress of an agent",
  allow: only("agent"),
  input: Nothing,
  output: AvpProgress,
  run: ({ actor }) => progressOf(actor.agentId ?? 0),
});

/** With all tiers of the half-month. */
export async function progressOf(agentId: number): Promise<z.output<typeof AvpProgress> & { tiers: AvpPeriod[] }> {
  const today = dayOf(now());
  const half = periodOf(today, "beWeek");
  const [{ tiers }, row] = await together(
    avpTiersOf(today),
    queryOne<{ sales: number; index: number | null }>(avpTiers(half, sql`AND agent_id = ${agentId}`)),
  );
  const sales = row?.sales ?? 0;
  // An agent without AVP sales has no row. Their tier is the one for 0 sales.
  const place = tiers.findIndex(({ index }) => index === (row?.index ?? 0));
  const [tier = null, next = null] = place < 0 ? [] : tiers.slice(place, place + 2);
  const php = BigInt(sales) * toCents(tier?.payoutPhp ?? 0);
  return {
    period: formatPeriod({ ...half, unit: "beWeek" }),
    ...{ sales, tier, next, tiers },
    salesToNext: next && next.from - sales,
    php: fromCents(php),
    projectedPhp: fromCents(projected(php, half, today)),
  };
}

/** Projects the daily average to the end of the half-month: pesos × its days / days begun, including today. */
const projected = (php: bigint, half: Range, today: Day): bigint =>
  roundHalfUp(php * BigInt(lengthInDays(half)), BigInt(daysBetween(half.start, today) + 1));
