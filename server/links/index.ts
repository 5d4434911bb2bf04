/** Tracked links: their codes, and the lists from which people copy them. */
export { type Coded, linkCodes, type LinkCodes } from "./codes";
export { decrypt } from "./decrypt";
export { type LinkInText, linksInText } from "./in-text";
export { ownLinkCodes, savedLinkCodes } from "./link-keys";
export { list } from "./list";
export { type LinkOrigin, linkOrigin } from "./origin";
export { codesScreen, qrScreen } from "./screen";
