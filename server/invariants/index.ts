/** Integrity check: the invariants of the database, and their checks. */
export { examine } from "./examine";
export { type Finding, lineOf } from "./finding";
