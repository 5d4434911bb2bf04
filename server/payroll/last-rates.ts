import { Op } from "sequelize";
import { z } from "zod";
import { PayPeriod } from "~models";
import { invalid } from "../kernel/operation/refusal";

/** A rate that differs from the last one by more than one tenth must be confirmed. */
const TENTH = 10;
const MICROS = 1_000_000;

export const LastRate = z.object({ id: z.int(), start: z.string(), end: z.string(), phpPerUsd: z.number() });
export type LastRate = z.output<typeof LastRate>;

/** The rates of the last three closed half-months in pesos per dollar, newest first. */
export async function lastRates(): Promise<LastRate[]> {
  const newest = await PayPeriod.findAll({
    where: { phpPerUsd: { [Op.ne]: null } },
    order: [["id", "DESC"]],
    limit: 3,
  });
  return newest.map(({ id, startDay, endDay, phpPerUsd }) => ({
    ...{ id, start: startDay, end: endDay },
    phpPerUsd: Number(phpPerUsd),
  }));
}

/** A sentence that states how far a rate is from the last one, if it is far enough to be a possible typo; else null. */
export function unusualRateWarning(rate: number, [last]: readonly LastRate[]): string | null {
  if (!last) return null;
  // Rates have six decimals, so the comparison is exact in millionths.
  const [current, previous] = [rate, last.phpPerUsd].map((each) => Math.round(each * MICROS)) as [number, number];
  const difference = Math.abs(current - previous);
  if (difference * TENTH <= previous) return null;
  const percent = `${((100 * difference) / previous).toFixed(2)}% ${current < previous ? "below" : "above"}`;
  return `${rate} is ${percent} the last rate, ${last.phpPerUsd} of ${last.start} ~ ${last.end}.`;
}

/** Throws 422 for an unusual rate unless the confirmation repeats it. */
export async function requireConfirmedRate(rate: number, confirmed: number | undefined): Promise<void> {
  const warning = unusualRateWarning(rate, await lastRates());
  if (warning === null || confirmed === rate) return;
  throw invalid({
    phpPerUsd: [`${warning} If it is right, confirm it.`],
    confirmRate: [`Please confirm the rate: ${rate}.`],
  });
}
