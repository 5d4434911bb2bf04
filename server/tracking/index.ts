/** Clicks and events. Everything that writes them or their measures goes through this module. */
export { AlreadyBooked, book, type Booking, type Original, plan, reversalOf, type Sale } from "./sales/booking";
export { AT_TIER, LEDGER_BASIS } from "./sales/corrections";
export { type Price, priceAt } from "./sales/pricing";
export { CLICK_MEASURES as CLICK_MEASURES, MEASURES, SALE_MEASURES as SALE_MEASURES } from "./rollup/measures";
export { classes, classNames, isCountedClick } from "./clicks/classes";
export { clickedAt } from "./clicks/click-id";
export {
  type ReasonSubject as ReasonSubject,
  type DryRunResult as DryRunResult,
  dryRunLink as dryRunLink,
} from "./links/dry-run";
export { describeOutcome as describeOutcome } from "./postbacks/outcomes";
export {
  purgePersonalData as purgePersonalData,
  personalDataKinds as personalDataKinds,
  type PersonalDataKind as PersonalDataKind,
} from "./purge-personal-data";
export { type CountryOf, readCountries } from "./clicks/countries";
export { eventKey, reversalKey } from "./postbacks/keys";
export { userAgents } from "./clicks/user-agents";
export { type Tracker as Tracker, openTracker as openTracker } from "./tracker";
export { visitors } from "./clicks/visitor";
export { startRetrying } from "./postbacks/pending";
export { closePostbacks } from "./postbacks/connections";
export { answerPostback } from "./postbacks/answer-postback";
export { deleteOldRefusals as deleteOldRefusals } from "./postbacks/refusal-limit";
export { rollUpOn as rollUpOn, rollUpOnce as rollUpOnce, startRollUp as startRollUp } from "./rollup/roll-up";
export { nextPrice } from "./sales/next-price";
export { removeAgent } from "./remove-agent";
export { replayPostback } from "./postbacks/replay-postback";
export { resolveFlag } from "./sales/resolve-flag";
export { hasSavedLinks, saveLinks } from "./links/saved-links";
export {
  hasSpooledRecords as hasSpooledRecords,
  spoolIsEmpty,
  currentSpoolBacklog as currentSpoolBacklog,
  readSpoolBacklog as readSpoolBacklog,
} from "./spool/folder";
