import { home, payroll, reports } from "~/gate.server";
import { calls } from "../calls/calls";

/** Statistics over clicks and sales, pay periods and statements. */
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

  "GET dashboard": reports.dashboard,
  "GET dashboard/avp-progress": reports.avpProgress,
  "GET dashboard/figures": reports.dashboardFigures,
  "GET dashboard/best-links": reports.bestLinks,
  "GET dashboard/agents": reports.agentsToWatch,
  "GET dashboard/attention": home.attention,
  "GET dashboard/set-up": home.setUp,
  "GET agents/{id}/figures": reports.agentFigures,

  "POST periods/search": payroll.searchPeriods,
  "POST periods/{id}/close": payroll.close,
  "POST periods/{id}/pay": payroll.pay,
  "GET periods/{id}/balances": payroll.payPreview,
  "POST payment-holds": payroll.holdPayments,
  "POST payment-holds/release": payroll.releasePayments,
  "POST payment-runs/search": payroll.searchRuns,
  "GET payment-runs/{id}": payroll.findPaymentRun,
  "POST payment-runs/{id}/release": payroll.releaseRun,
  "POST payment-runs/{id}/export": payroll.exportRun,
  "POST payment-runs/{id}/undo": payroll.undoRun,
  "POST payment-runs/{id}/fail": payroll.failPayments,
  "POST ledger": payroll.writeLine,
  "POST ledger/search": payroll.searchLedger,

  "GET statements/{periodId}": payroll.statement,
});
