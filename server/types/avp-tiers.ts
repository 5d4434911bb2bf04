import { z } from "zod";
import { AvpTier } from "~models";
import { now } from "../kernel/time/now";
import { fromCents, toCents } from "../kernel/text/money";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Day, dayOf } from "../kernel/time";
import { periodOf } from "../trade/periods";
import { atLeast } from "../kernel/operation/roles";

/**
 * A tier: the pay of every AVP sale of an agent whose net count of the half-month lies in it. The last tier has no
 * upper end.
 */
export const AvpPeriod = z
  .object({
    index: z.int(),
    from: z.int(),
    to: z.int(),
    payoutPhp: z.number(),
    payoutDollars: z.number(),
  })
  .meta({ id: "AvpSchedule", description: "The AVP tiers from a half-month on." });
export type AvpPeriod = z.output<typeof AvpPeriod>;

/** The tiers of the current half-month. */
export const avpPeriods = query({
  name: "types.avpPeriods",
  does: "read the AVP pay schedule",
  allow: atLeast("admin"),
  input: Nothing,
  output: z.array(AvpPeriod),
  run: async () => (await avpTiersOf(dayOf(now()))).tiers,
});

/**
 * The tiers in effect in the half-month of `day`, and the half-month from which they apply. Empty before the first were
 * set.
 */
export async function avpTiersOf(day: Day): Promise<{ validFrom: Day | null; tiers: AvpPeriod[] }> {
  const stored = await queryRows<Stored & { validFrom: Day }>(sql`
    SELECT ${tierColumns}, valid_from::text AS "validFrom" FROM avp_tiers
    WHERE valid_from = (SELECT max(valid_from) FROM avp_tiers WHERE valid_from <= ${periodOf(day, "beWeek").start}::date)
    ORDER BY index`);
  return { validFrom: stored[0]?.validFrom ?? null, tiers: stored.map(shownTier) };
}

const tierColumns = selectColumns(AvpTier, ["index", "fromCount", "toCount", "payoutPhp", "payoutDollars"]);
type Stored = RowOf<typeof tierColumns>;

const shownTier = ({ index, fromCount, toCount, payoutPhp, payoutDollars }: Stored): AvpPeriod => ({
  ...{ index, from: fromCount, to: toCount },
  payoutPhp: fromCents(toCents(payoutPhp)),
  payoutDollars: fromCents(toCents(payoutDollars)),
});

/** The tiers that were set to start in exactly this half-month. */
export async function tiersFrom(validFrom: Day): Promise<AvpPeriod[]> {
  const tiers = await AvpTier.findAll({ where: { validFrom }, order: ["index"], raw: true });
  return tiers.map(shownTier);
}
