/** Links of sites: their redirect targets and their prices. */
export { AvpPeriod, avpPeriods, avpTiersOf } from "./avp-tiers";
export { bySite, typesOfSite } from "./by-site";
export { Geo } from "./country";
export { create, Reason, REQUIRED, update } from "./save";
export { dryRun, exportTypes, importTypes } from "./import-export";
export { createScreen, editScreen, historyScreen, pricesScreen, whatIfScreen } from "./form-screen";
export { listScreen } from "./list-screen";
export { officePays } from "./office-prices";
export { prices } from "./price-history";
export { setPrice, withdrawPrice } from "./set-price";
export { type Amounts, newestPrice, type PriceScope, writeOfficePrice, writePrice } from "./price-version";
export { findPricedType, findType, lockTypes, read, requireType, type TypeOutput } from "./type";
export { remove } from "./remove";
export { setAvpPeriods } from "./set-avp-periods";
export {
  checkTarget,
  clickNamesOf,
  compileTarget,
  DEFAULT_CLICK_PARAM,
  KEPT_NAMES,
  MACROS,
  type MacroValues,
  type Subs,
  SUB_NAMES,
  type Target,
} from "./target";
