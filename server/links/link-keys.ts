import { config } from "../kernel/config";
import { apart } from "../kernel/database";
import { keptKey } from "../kernel/secrets";
import { type LinkCodes, linkCodes, parseLinkKeys } from "./codes";

const KEPT_ID = 1;

/** The codes of this deployment: under LINK_KEYS, else under the key that the database keeps since its first use. */
export async function ownLinkCodes(): Promise<LinkCodes> {
  const { LINK_KEYS } = config();
  if (LINK_KEYS) return linkCodes(parseLinkKeys(LINK_KEYS));
  // The first use may be a reading one; the key is made beside it.
  const secret = await apart(() => keptKey("links"));
  return linkCodes([{ id: KEPT_ID, secret }]);
}
