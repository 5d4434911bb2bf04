/** Payment runs: what was paid for a half-month, until it is undone or exported. */
export { exportRun, paymentRunExport } from "./export";
export { namedRuns, searchRuns } from "./list";
export { contextOf as destinationContext } from "./destinations";
export { releaseRun } from "./release";
export { failPayments, undoRun } from "./undo-and-fail";
export { findPaymentRun } from "./screen";
