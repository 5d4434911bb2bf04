import { z } from "zod";
import { now } from "../../kernel/periods/now";
import { PeriodChoice } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { dayOf, payoutHints } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { firstDay } from "../first-day";
import { comparedRanges, hintOf, PerformanceForm } from "./form";
import { Performance, performance, sortFields, Total, totalOf } from "./rows";

/**
 * Office Performance for its screen, with the payout periods to choose from. A changed payout period becomes the second
 * range, and the one before it the first. The default is the last completed half-month (PERF-07, PERF-10).
 */
export const performanceScreen = query({
  name: "reports.performanceScreen",
  does: "read the performance of offices",
  allow: atLeast("company"),
  mayLag: true,
  input: PerformanceForm,
  output: z.object({
    rows: z.array(Performance),
    total: Total,
    asked: z.object({
      /** The value of the payout period that sets the two ranges; "" for other ranges. */
      hint: z.string(),
      ...{ start1: z.string(), end1: z.string(), start2: z.string(), end2: z.string() },
      sortField: z.enum(sortFields),
      sortAsc: z.boolean(),
      print: z.boolean(),
    }),
    hints: z.array(PeriodChoice),
    first: z.string().optional(),
  }),
  async run({ actor }, form) {
    const hints = payoutHints(dayOf(now()));
    const { one, two } = comparedRanges(form, hints);
    const { sortField, sortAsc, print } = form;
    const rows = await performance(actor, { one, two, sort: { sortField, sortAsc } });
    return {
      rows,
      total: totalOf(rows),
      asked: {
        ...{ hint: hintOf(hints, one, two), sortField, sortAsc, print },
        ...{ start1: one.start, end1: one.end, start2: two.start, end2: two.end },
      },
      hints,
      first: await firstDay(actor),
    };
  },
});
