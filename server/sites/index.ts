/** Sites: who sells what. */
export { pick, pickedSites } from "./pick";
export { requireSite } from "./require-site";
