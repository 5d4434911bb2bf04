/** Payment runs: what was paid for a half-month, until it is undone or exported. */
export { exportRun, paymentRunExport } from "./export";
export { namedRuns, searchRuns } from "./list";
export { contextOf as destinationContext } from "./destinations";
export { releaseRun } from "./release";
export { failPayments, undoRun } from "./return-payments";
export { findPaymentRun } from "./screen";
