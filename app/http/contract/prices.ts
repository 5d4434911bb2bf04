import { fees, nextPrice, reports, types } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Links of sites, what they pay, the tiers of AVP, and custom payments of offices. */
export const prices = calls({
  "PUT types": created(types.create),
  "GET types/{id}": types.read,
  "POST types/{id}": types.update,
  "DELETE types/{id}": types.remove,
  "GET types/{id}/prices": types.prices,
  "POST types/{id}/prices": types.setPrice,
  "DELETE types/{id}/prices/{priceId}": types.withdrawPrice,
  "POST types/{id}/what-if": reports.linkWhatIf,
  "GET types/{id}/next-price": nextPrice,
  "POST types/{siteId}/rehearse": types.dryRun,
  "POST types/{siteId}/import": types.importTypes,
  "GET avp-periods": types.avpPeriods,
  "POST avp-periods": types.setAvpPeriods,
  "POST avp-periods/what-if": reports.tiersWhatIf,

  "GET companies/fees": fees.list,
  "POST companies/fees": fees.save,
  "POST companies/fees/rehearse": fees.dryRun,
  "POST companies/fees/import": fees.importFees,
});
