import { payouts } from "~/gate.server";
import { calls } from "../calls/calls";

/** Destinations of payments to agents and offices. */
export const payoutDetails = calls({
  "GET profile/payout-details": payouts.readOwn,
  "POST profile/payout-details": payouts.saveOwn,
  "GET agents/{id}/payout-details": payouts.readAgent,
  "POST agents/{id}/payout-details": payouts.saveAgent,
  "POST agents/{id}/payout-details/confirm": payouts.confirmAgent,
  "GET offices/{id}/payout-details": payouts.readOffice,
  "POST offices/{id}/payout-details": payouts.saveOffice,
  "POST offices/{id}/payout-details/confirm": payouts.confirmOffice,
});
