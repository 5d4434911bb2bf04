/** Integrity check: the invariants of the database, and their checks. */
export { runChecks } from "./run-checks";
export { type Finding, formatFinding } from "./finding";
