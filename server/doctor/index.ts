/** Link doctor: explains why a link does not pay, from its office to its last event, and what became of a sale. */
export { examine, ownLinks } from "./examine";
export { type Evidence, findSale, type MissedSale, tracesOfSale } from "./find-sale";
export { parsePastedText, type PastedText } from "./pasted-text";
export { shorten } from "./shorten";
export { Click, Event, Postback } from "./trace-rows";
export { tracesOfClick, tracesOfCustomer, tracesOfTransaction } from "./traces";
