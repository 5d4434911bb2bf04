import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { Chart, ChartPeriod, charts } from "./rows";
export { officeChartsScreen } from "./screen";

/** The sales of each office over a period, by day or by month (CHART-02). */
export const officeCharts = query({
  name: "reports.officeCharts",
  does: "read the charts of offices",
  allow: atLeast("company"),
  mayLag: true,
  heavy: true,
  input: z.object({ period: ChartPeriod }),
  output: z.array(Chart),
  run: ({ actor }, { period }) => charts(actor, period),
});
