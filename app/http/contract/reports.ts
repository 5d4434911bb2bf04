import { reports as room } from "~/gate.server";
import { calls } from "../calls";

/** Statistics over clicks and sales. */
export const reports = calls({
  "POST stats/sites": room.sites,
  "POST stats/sites/avp": room.sitesAvp,
  "POST stats/sites-payout": room.payroll,
  "POST stats/sites-payout/avp": room.payrollAvp,
  "POST stats/explain": room.explain,
  "POST stats/top10": room.top10,
  "POST stats/top10/computed": room.top10Computed,
  "POST stats/periods": room.periods,
  "POST stats/office-charts": room.officeCharts,
});
