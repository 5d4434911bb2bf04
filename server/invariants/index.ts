/** What must always be true of the database, and who looks whether it is. */
export { examine } from "./examine";
export { type Finding, lineOf } from "./finding";
