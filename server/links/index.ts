/** Tracked links: their codes, and the lists that people copy them from. */
export { type Coded, type LinkCodes } from "./codes";
export { ownLinkCodes } from "./link-keys";
