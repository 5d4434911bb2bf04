/** Reports on clicks and sales, computed from the roll-ups. */
export { officeCharts, officeChartsScreen } from "./charts";
export {
  agentFigures,
  agentsToWatch,
  avpProgress,
  bestLinks,
  dashboard,
  dashboardFigures,
  homeScreen,
} from "./dashboard";
export { chooseColumns, columnChoice, hiddenColumnsText } from "./column-choice";
export { columnsScreen, explain, explainExport, explainScreen, rowScreen } from "./explain";
export { geos } from "./geos";
export { chooseGrouping } from "./grouping-choice";
export { officeFigures } from "./office-figures";
export { performanceExport, performanceScreen, periods } from "./performance";
export { payroll, payrollAvp, sites, sitesAvp } from "./sites";
export { payrollAvpExport, payrollExport, sitesAvpExport, sitesExport } from "./sites-export";
export { payrollAvpScreen, payrollScreen, sitesAvpScreen, sitesScreen } from "./sites-screen";
export { top10, top10Computed } from "./top-agents";
export { linkWhatIf, linkWhatIfExport, tiersWhatIf, tiersWhatIfExport } from "./what-if";
export { topAgentsExport, topAgentsScreen } from "./top-agents-screen";
