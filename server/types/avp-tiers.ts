import { z } from "zod";
import { one, rows } from "../kernel/database";
import { now } from "../kernel/clock";
import { amount, cents } from "../kernel/money";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { type Day, dayOf, periodOf } from "../kernel/periods";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** A tier: what every AVP sale of an agent pays whose net count of the half-month lies in it. The last has no upper end. */
export const AvpPeriod = z.object({
  index: z.int(),
  from: z.int(),
  to: z.int(),
  payoutPhp: z.number(),
  payoutDollars: z.number(),
});
export type AvpPeriod = z.output<typeof AvpPeriod>;

/** The tiers of the running half-month. */
export const avpPeriods = query({
  name: "types.avpPeriods",
  does: "read the AVP pay schedule",
  allow: atLeast("admin"),
  input: Nothing,
  output: z.array(AvpPeriod),
  run: async () => (await avpTiersOf(dayOf(now()))).tiers,
});

/** The tiers that hold in the half-month of a day, and since which half-month; none before the first were set. */
export async function avpTiersOf(day: Day): Promise<{ validFrom: Day | null; tiers: AvpPeriod[] }> {
  const { start } = periodOf(day, "beWeek");
  const held = await one<{ validFrom: Day | null }>(sql`
    SELECT max(valid_from)::text AS "validFrom" FROM avp_tiers WHERE valid_from <= ${start}::date`);
  const validFrom = held?.validFrom ?? null;
  return { validFrom, tiers: validFrom === null ? [] : await tiersFrom(validFrom) };
}

/** The tiers that were set from exactly this half-month on. */
export async function tiersFrom(validFrom: Day): Promise<AvpPeriod[]> {
  const found = await rows<Record<"payoutPhp" | "payoutDollars", string> & Record<"index" | "from" | "to", number>>(sql`
    SELECT index, from_count AS from, to_count AS to, payout_php AS "payoutPhp", payout_dollars AS "payoutDollars"
    FROM avp_tiers WHERE valid_from = ${validFrom}::date ORDER BY index`);
  return found.map(({ payoutPhp, payoutDollars, ...tier }) => ({
    ...tier,
    payoutPhp: amount(cents(payoutPhp)),
    payoutDollars: amount(cents(payoutDollars)),
  }));
}
