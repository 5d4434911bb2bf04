/** Tracked links: their codes, and the lists from which people copy them. */
export { type Coded, linkCodes, type LinkCodes } from "./codes";
export { decrypt } from "./decrypt";
export { type LinkInText, linksInText } from "./decrypt";
export { ownLinkCodes, savedLinkCodes } from "./list";
export { list } from "./list";
export { type LinkOrigin, linkOrigin } from "./list";
export { codesScreen, qrScreen } from "./screen";
