import { config } from "../kernel/config";
import { inNewTransaction } from "../kernel/database";
import { keptKey } from "../kernel/secrets";
import { type LinkCodes, linkCodes, parseLinkKeys } from "./codes";

const KEPT_ID = 1;

/** The codes of this deployment: under LINK_KEYS, else under the key that the database keeps since its first use. */
export async function ownLinkCodes(): Promise<LinkCodes> {
  // The first use may be a reading one; the key is made beside it.
  return configured() ?? codesUnder(await inNewTransaction(() => keptKey("links")));
}

/** The same without the database, from what was saved of its key. */
export const savedLinkCodes = (secret: Buffer): LinkCodes => configured() ?? codesUnder(secret);

function configured(): LinkCodes | undefined {
  const { LINK_KEYS } = config();
  return LINK_KEYS ? linkCodes(parseLinkKeys(LINK_KEYS)) : undefined;
}

const codesUnder = (secret: Buffer): LinkCodes => linkCodes([{ id: KEPT_ID, secret }]);
