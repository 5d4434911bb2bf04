/** Preferred domains: where the links of an office stand. */
export { firstDomain, type PreferredDomain, pickedDomains } from "./pick";
