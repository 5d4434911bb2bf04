/** Tracked links: their codes, and the lists from which people copy them. */
export { allScreen, listAll } from "./all";
export { type Coded, linkCodes, type LinkCodes, withoutEmphasis } from "./codes";
export { decrypt, type LinkInText, linksInText } from "./decrypt";
export {
  type LinkOrigin,
  linkAddresses,
  linkOrigin,
  linksOf,
  list,
  ListedLink,
  ownLinkCodes,
  savedLinkCodes,
} from "./list";
export { createNamed, namedLinks, namedScreen, removeNamed, searchNamed } from "./named";
export { codesScreen, qr, qrScreen } from "./screen";
