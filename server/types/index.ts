/** Links of sites: their redirect targets and their prices. */
export { AvpPeriod, avpPeriods, avpTiersOf } from "./avp-tiers";
export { bySite, typesOfSite } from "./by-site";
export { create } from "./save";
export { exportTypes } from "./file";
export { Geo, REQUIRED } from "./save";
export { createScreen, editScreen, pricesScreen } from "./form-screen";
export { importTypes, rehearse } from "./file";
export { listScreen } from "./list-screen";
export { prices } from "./price-time-line";
export { type Amounts, newestPrice, type Whose, writeOfficePrice, writePrice } from "./price-version";
export { read } from "./type";
export { remove } from "./remove";
export { findType, holdTypes, requireType } from "./type";
export { setAvpPeriods } from "./set-avp-periods";
export { checkTarget, compileTarget, type Filling, type Subs, SUBS, type Target } from "./target";
export { findPricedType } from "./type";
export { update } from "./save";
