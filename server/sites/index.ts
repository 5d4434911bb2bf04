/** Sites: who sells what. */
export { AllowedAddresses } from "./save";
export { create } from "./save";
export { enableForAll } from "./enable";
export { REQUIRED as requiredFields } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { named } from "./named";
export { pick, pickedSites } from "./pick";
export { read } from "./site";
export { remove } from "./remove";
export { knowsSites, requireSite } from "./site";
export { listScreen, search } from "./search";
export { makeSecret, revokeSecret } from "./secrets";
export { setStatus } from "./set-status";
export { ShownSite, SoldSite, soldSite, soldSiteColumns, type SoldRow } from "./site";
export { update } from "./save";
