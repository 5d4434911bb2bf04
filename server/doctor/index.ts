/** Why a link does not pay: everything between an office and its last event, looked at together. */
export { examine } from "./examine";
export { shorten } from "./shorten";
