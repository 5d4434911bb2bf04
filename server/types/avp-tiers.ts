import { Op } from "sequelize";
import { z } from "zod";
import { AvpTier } from "~models";
import { now } from "../kernel/clock";
import { amount, cents } from "../kernel/money";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { type Day, dayOf, periodOf } from "../kernel/periods";
import { atLeast } from "../kernel/roles";

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
  const newest = await AvpTier.findOne({
    attributes: ["validFrom"],
    where: { validFrom: { [Op.lte]: periodOf(day, "beWeek").start } },
    order: [["validFrom", "DESC"]],
  });
  return newest
    ? { validFrom: newest.validFrom, tiers: await tiersFrom(newest.validFrom) }
    : { validFrom: null, tiers: [] };
}

/** The tiers that were set from exactly this half-month on. */
export async function tiersFrom(validFrom: Day): Promise<AvpPeriod[]> {
  const found = await AvpTier.findAll({ where: { validFrom }, order: ["index"], raw: true });
  return found.map(({ index, fromCount, toCount, payoutPhp, payoutDollars }) => ({
    ...{ index, from: fromCount, to: toCount },
    payoutPhp: amount(cents(payoutPhp)),
    payoutDollars: amount(cents(payoutDollars)),
  }));
}
