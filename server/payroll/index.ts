/** The pay of agents: tiers, amounts in pesos and dollars, pay periods, ledger and statements. */
export {
  atTier,
  avpTiers,
  bonusPesos,
  fixedSchedule,
  ratedEvents,
  ratedPesos,
  salePesos,
  salePesosAt,
  tierDollars,
} from "./tiers";
export { close, computePeriodHash, freeze } from "./close";
export { closeExport } from "./close-export";
export { closeScreen } from "./close-screen";
export { deletionLoss } from "./loss";
export { holdPayments, releasePayments } from "./holds";
export { currentAgentName, type Line, linesOf, nameJoins, pricedLines, readTotalUpTo, type LineFilter } from "./lines";
export { pay, payWithRun, settle } from "./pay";
export { payScreen } from "./pay-screen";
export { payPreview, payPreviewExport } from "./preview";
export { periodExport } from "./period-export";
export { periodScreen } from "./period-screen";
export { allPeriods, findPeriod, periodName, searchPeriods } from "./periods";
export { periodsScreen } from "./periods-screen";
export { searchLedger } from "./ledger";
export { EventPayment, eventPesos, paymentsOfEvents } from "./event-payments";
export { agentSalesExport, agentSalesScreen, searchAgentSales } from "./sales";
export { clicksWithBonus, needsBonus } from "./sales/states";
export {
  destinationContext,
  exportRun,
  failPayments,
  findPaymentRun,
  namedRuns,
  paymentRunExport,
  releaseRun,
  searchRuns,
  undoRun,
} from "./runs";
export { bridge, PaymentOutlook, paymentOutlook, statement, statementExport, statementScreen } from "./statements";
export { writeLine, writeLineByUsername } from "./write-line";
