/** What agents and offices were credited, half-month by half-month. */
export { statement } from "./statement";
export { statementExport } from "./export";
export { statementScreen } from "./screen";
