import { reports } from "~/gate.server";
import { calls } from "../calls/calls";

/** Statistics over clicks and sales. */
export const reportsCalls = calls({
  "POST stats/sites": reports.sites,
  "POST stats/sites/avp": reports.sitesAvp,
  "POST stats/sites-payout": reports.payroll,
  "POST stats/sites-payout/avp": reports.payrollAvp,
  "POST stats/explain": reports.explain,
  "GET stats/columns/{report}": reports.columnChoice,
  "POST stats/columns/{report}": reports.chooseColumns,
  "POST stats/grouping/{report}": reports.chooseGrouping,
  "POST stats/top10": reports.top10,
  "POST stats/top10/computed": reports.top10Computed,
  "POST stats/periods": reports.periods,
  "POST stats/office-charts": reports.officeCharts,
});
