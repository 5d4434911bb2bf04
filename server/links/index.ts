/** Tracked links: their codes, and the lists that people copy them from. */
export { type Coded, linkCodes, type LinkCodes } from "./codes";
export { decrypt } from "./decrypt";
export { ownLinkCodes } from "./link-keys";
export { list } from "./list";
export { codesScreen } from "./screen";
