/** Clicks and events: everything that writes them, and their measures, goes through here. */
export { AlreadyBooked, book, type Booking, CORRECTION, type Original, plan, reversalOf, type Sale } from "./booking";
export { LEDGER_BASIS } from "./frozen-pesos";
export { PAY_PERIOD } from "./pay-period-state";
export { type EventCode, type EventName, EVENTS, type Price, priceAt } from "./pricing";
export { classes } from "./classes";
export { type CountryOf, countryOfText, readCountries } from "./countries";
export { eventKey, reversalKey } from "./postback-keys";
export { userAgents } from "./user-agents";
export { type Door, openDoor } from "./door";
export { visitors } from "./visitor";
export { startRetrying } from "./holds";
export { closePostbacks } from "./postback-connections";
export { answerPostback } from "./postback";
export { foldOnce, startFolding } from "./folding";
export { removeAgent } from "./remove-agent";
export { replayPostback } from "./replay-postback";
export { searchPostbacks } from "./search-postbacks";
