/** Links of sites: their redirect targets and their prices. */
export { AvpPeriod, avpPeriods, avpTiersOf } from "./avp-tiers";
export { bySite, typesOfSite } from "./by-site";
export { create } from "./save";
export { exportTypes } from "./import-export";
export { Geo, REQUIRED } from "./save";
export { createScreen, editScreen, pricesScreen } from "./form-screen";
export { importTypes, dryRun as dryRun } from "./import-export";
export { listScreen } from "./list-screen";
export { prices } from "./price-history";
export {
  type Amounts,
  newestPrice,
  type PriceScope as PriceScope,
  writeOfficePrice,
  writePrice,
} from "./price-version";
export { read } from "./type";
export { remove } from "./remove";
export { findType, lockTypes as lockTypes, requireType } from "./type";
export { setAvpPeriods } from "./set-avp-periods";
export {
  checkTarget,
  compileTarget,
  type MacroValues as MacroValues,
  type Subs,
  SUB_NAMES as SUB_NAMES,
  type Target,
} from "./target";
export { findPricedType } from "./type";
export { update } from "./save";
