/** Sites: who sells what. */
export { AllowedAddresses } from "./save";
export { create } from "./save";
export { enableForAll } from "./enable";
export { REQUIRED as requiredFields } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { named } from "./named";
export { pick, listSiteOptions as listSiteOptions } from "./pick";
export { read } from "./site";
export { remove } from "./remove";
export { canSeeSites as canSeeSites, requireSite } from "./site";
export { listScreen, search } from "./search";
export { makeSecret, revokeSecret } from "./secrets";
export { setStatus } from "./set-status";
export {
  ShownSite,
  SoldSite,
  toSoldSite as toSoldSite,
  soldSiteColumns,
  type SoldSiteRow as SoldSiteRow,
} from "./site";
export { update } from "./save";
