import { z } from "zod";
import { now } from "../../kernel/periods/now";
import { Flag, Id, PeriodChoice } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type ChartHint, chartHints, dayOf, formatPeriod, type Hint } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { requireOffice } from "../../offices";
import { Chart, ChartPeriod, charts } from "./rows";

/** officeCharts for its screen, with the periods to choose from. The default is the last but one of them (CHART-07). */
export const officeChartsScreen = query({
  name: "reports.officeChartsScreen",
  does: "read the charts of offices",
  allow: atLeast("company"),
  mayLag: true,
  input: z.object({ period: ChartPeriod.optional(), companyId: Id.optional(), print: Flag.default(false) }),
  output: z.object({
    charts: z.array(Chart),
    asked: z.object({
      /** The period in the format of the options' values. */
      period: z.string(),
      ...{ start: z.string(), end: z.string() },
      by: z.enum(["day", "month"]),
      print: z.boolean(),
    }),
    /** Name of the office, if only one was requested. */
    office: z.string().optional(),
    periods: z.array(PeriodChoice),
  }),
  async run({ actor }, { period, companyId, print }) {
    const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
    const hints = chartHints(dayOf(now()));
    const chartPeriod = period ?? defaultPeriod(hints);
    const { start, end, unit } = chartPeriod;
    const value = formatPeriod(chartPeriod);
    return {
      charts: await charts(actor, chartPeriod, companyId),
      asked: { period: value, start, end, by: unit, print },
      office: office?.officeName,
      periods: hints.some((hint) => formatPeriod(hint) === value) ? hints : [...hints, named(chartPeriod)],
    };
  },
});

function defaultPeriod(hints: readonly ChartHint[]): ChartPeriod {
  const hint = hints.at(-2);
  if (!hint) throw new Error("There are no chart periods.");
  return hint;
}

/** The option for a requested period that is not in the list. */
const named = ({ start, end, unit }: ChartPeriod): Hint => ({ start, end, unit, label: `${start} ~ ${end}` });
