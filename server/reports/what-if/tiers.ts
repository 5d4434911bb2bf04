import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { dayOf } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { Money } from "../../kernel/text/money";
import { answerOf, Paging, WhatIf } from "./answer";
import { costsOfTiers, lastHalfMonths } from "./costs";

const Tier = z.object({
  from: z
    .int("Please enter a whole number.")
    .min(0, "Please enter a number of 0 or more.")
    .max(1_000_000_000)
    .optional(),
  payoutPhp: Money.optional(),
});

/** Tiers to try: the first number of sales of each and its pesos. Rows without a number are left out. */
export const TiersTrial = z.object({
  tiers: z
    .array(Tier)
    .max(50, "Please use at most 50 tiers.")
    .superRefine((tiers, context) => {
      const filled = tiers.map((tier, index) => ({ ...tier, index })).filter(({ from }) => from !== undefined);
      filled.forEach(({ from = 0, payoutPhp, index }, position) => {
        const previous = filled[position - 1]?.from ?? -1;
        const report = (field: string, message: string) =>
          context.addIssue({ code: "custom", path: [index, field], message });
        if (position === 0 && from !== 0) report("from", "Please begin the first tier with 0.");
        if (from <= previous) report("from", `Please enter ${previous + 1} or more.`);
        if (payoutPhp === undefined) report("payoutPhp", "Please fill in this field.");
      });
    })
    .default([]),
});
export type TiersTrial = z.output<typeof TiersTrial>;

/** The cost of the last three half-months of all AVP sites at other tiers. */
export const tiersWhatIf = query({
  name: "reports.tiersWhatIf",
  does: "read the payroll of AVP sites",
  allow: atLeast("admin"),
  mayLag: true,
  heavy: true,
  input: TiersTrial.extend(Paging.shape),
  output: WhatIf,
  async run(_call, { tiers, ...paging }) {
    const { range, costs } = await costsOf({ tiers });
    return answerOf(range, costs, paging);
  },
});

export async function costsOf({ tiers }: TiersTrial) {
  const range = lastHalfMonths(dayOf(now()));
  const filled = tiers.flatMap(({ from, payoutPhp }) =>
    from === undefined || payoutPhp === undefined ? [] : [{ from, payoutPhp }],
  );
  return { range, costs: await costsOfTiers(range, filled) };
}
