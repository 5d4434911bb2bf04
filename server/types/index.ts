/** Links of sites: where they lead, and what is paid for them. */
export { bySite, typesOfSite } from "./by-site";
export { findType, requireType } from "./require-type";
export { checkTarget, compileTarget, type Filling, type Subs, SUBS, type Target } from "./target";
