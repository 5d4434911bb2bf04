import { payroll } from "~/gate.server";
import { calls } from "../calls/calls";

/** Half-months, the ledger and payments. */
export const payrollCalls = calls({
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
});
