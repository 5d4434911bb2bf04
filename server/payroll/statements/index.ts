/** Statements of agents and offices by half-month. */
export { PaymentOutlook, paymentOutlook } from "./outlook";
export { statement } from "./statement";
export { statementExport } from "./export";
export { statementScreen } from "./screen";
