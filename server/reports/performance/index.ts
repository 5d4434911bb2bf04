import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { PeriodText } from "../first-day";
import { Performance, performance, sortFields } from "./rows";
export { performanceExport, performanceScreen } from "./screen";

const Sorted = {
  sortField: z.enum(sortFields, "This column cannot be sorted.").default("name"),
  sortAsc: z.boolean("Please choose true or false.").default(true),
};

/** The sales of each office in a period compared with an earlier one (PERF-01). */
export const periods = query({
  name: "reports.periods",
  does: "read the performance of offices",
  allow: atLeast("company"),
  mayLag: true,
  input: z.object({
    period1: PeriodText,
    period2: PeriodText,
    groupBy: z.literal("company", "Please choose one from the list.").default("company"),
    ...Sorted,
  }),
  output: z.array(Performance),
  run: ({ actor }, { period1: one, period2: two, sortField, sortAsc }) =>
    performance(actor, { one, two, sort: { sortField, sortAsc } }),
});
