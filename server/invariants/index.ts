/** Integrity check: the invariants of the database, and their checks. */
export { runChecks as runChecks } from "./run-checks";
export { type Finding, formatFinding as formatFinding } from "./finding";
