/** Sites: who sells what. */
export { AllowedAddresses } from "./addresses";
export { create } from "./create";
export { enableForAll } from "./enable-for-all";
export { REQUIRED as requiredFields } from "./fields";
export { createScreen, editScreen } from "./form-screen";
export { named } from "./named";
export { pick, pickedSites } from "./pick";
export { read } from "./read";
export { remove } from "./remove";
export { knowsSites, requireSite } from "./require-site";
export { listScreen, search } from "./search";
export { makeSecret, revokeSecret } from "./secrets";
export { setStatus } from "./set-status";
export { ShownSite, SoldSite, soldSite, soldSiteColumns, type SoldRow } from "./sold-site";
export { update } from "./update";
