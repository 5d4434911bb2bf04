import { z } from "zod";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { requireOffice } from "../../offices";
import { PeriodText } from "../first-day";
import { Grouping } from "../grouping-choice";
import { Performance, performance, sortFields } from "./rows";
export { performanceExport, performanceScreen } from "./screen";

const Sorted = {
  sortField: z.enum(sortFields, "This column cannot be sorted.").default("name"),
  sortAsc: z.boolean("Please choose true or false.").default(true),
};

/** The sales of each office, or of each agent, in a period compared with an earlier one (PERF-01). */
export const periods = query({
  name: "reports.periods",
  does: "read the performance of offices",
  allow: atLeast("company"),
  mayLag: true,
  heavy: true,
  input: z.object({
    period1: PeriodText,
    period2: PeriodText,
    groupBy: Grouping.default("company"),
    companyId: Id.optional(),
    ...Sorted,
  }),
  output: z.array(Performance),
  async run({ actor }, { period1: one, period2: two, groupBy, companyId, sortField, sortAsc }) {
    if (companyId !== undefined) await requireOffice(actor, companyId);
    return performance(actor, { one, two, groupBy, companyId, sort: { sortField, sortAsc } });
  },
});
