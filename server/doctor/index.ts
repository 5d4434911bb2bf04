/** Link doctor: explains why a link does not pay, from its office to its last event. */
export { examine } from "./examine";
export { shorten } from "./shorten";
