/** Statements of agents and offices by half-month. */
export { bridge } from "./bridge";
export { PaymentOutlook, paymentOutlook } from "./outlook";
export { statement } from "./statement";
export { statementExport } from "./export";
export { statementScreen } from "./screen";
