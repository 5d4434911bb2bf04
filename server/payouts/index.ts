/** Payout details: how agents and offices are paid. */
export {
  contextOf as detailsContext,
  endingOf,
  maySeeDetails,
  openDetails,
  PayoutMethod,
  sealDetails,
} from "./details";
export {
  AgentPayout,
  destinationsOf,
  hasPayout,
  isChangedRecently,
  payoutJoin,
  recentChange,
  type UsedDestination,
  waitingOf,
} from "./of-agents";
export {
  confirmAgent,
  confirmOffice,
  readAgent,
  readOffice,
  readOwn,
  saveAgent,
  saveOffice,
  saveOwn,
} from "./operations";
export { sharedDestinations } from "./shared";
export { WaitingPayout, waitingPayout } from "./waiting";
