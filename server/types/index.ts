/** Links of sites: where they lead, and what is paid for them. */
export { bySite, typesOfSite } from "./by-site";
export { type Amounts, newestPrice, type Whose, writeOfficePrice, writePrice } from "./price-version";
export { findType, requireType } from "./require-type";
export { checkTarget, compileTarget, type Filling, type Subs, SUBS, type Target } from "./target";
