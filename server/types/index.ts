/** Links of sites: their redirect targets and their prices. */
export { AvpPeriod, avpPeriods, avpTiersOf } from "./avp-tiers";
export { bySite, typesOfSite } from "./by-site";
export { create } from "./create";
export { exportTypes } from "./export";
export { Geo, REQUIRED } from "./fields";
export { createScreen, editScreen, pricesScreen } from "./form-screen";
export { importTypes, rehearse } from "./import";
export { listScreen } from "./list-screen";
export { prices } from "./price-time-line";
export { type Amounts, newestPrice, type Whose, writeOfficePrice, writePrice } from "./price-version";
export { read } from "./read";
export { remove } from "./remove";
export { findType, holdTypes, requireType } from "./require-type";
export { setAvpPeriods } from "./set-avp-periods";
export { checkTarget, compileTarget, type Filling, type Subs, SUBS, type Target } from "./target";
export { findPricedType } from "./type";
export { update } from "./update";
