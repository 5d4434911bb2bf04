/** Sites: who sells what. */
export { AllowedAddresses, create, REQUIRED as requiredFields, update } from "./save";
export { createDeveloperLink, noteDeveloperLinkUse, revokeDeveloperLink, siteOfDevelopers } from "./developer-links";
export { enableForAll } from "./enable";
export { createScreen, editScreen } from "./form-screen";
export { named } from "./named";
export { pick, listSiteOptions, shortSiteNames } from "./pick";
export {
  canSeeSites,
  findActivePixelKeys,
  card,
  read,
  requireSite,
  SiteCard,
  ShownSite,
  SoldSite,
  soldSiteColumns,
  type SoldSiteRow,
  toSoldSite,
  joinListableSites,
} from "./site";
export { remove } from "./remove";
export { listScreen, search } from "./search";
export { makePixelKey, revokePixelKey } from "./pixel-keys";
export { makeSecret, revokeSecret } from "./secrets";
export { setStatus } from "./set-status";
