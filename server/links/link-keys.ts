import { config } from "../kernel/process/config";
import { inNewTransaction } from "../kernel/database/transactions";
import { keptKey } from "../kernel/process/secrets";
import { type LinkCodes, linkCodes, parseLinkKeys } from "./codes";

const KEPT_ID = 1;

/** The codes of this deployment, under LINK_KEYS or otherwise a key stored in the database, created on first use. */
export async function ownLinkCodes(): Promise<LinkCodes> {
  // The first use may be in a read-only transaction, so the key is created in a new one.
  return configured() ?? codesUnder(await inNewTransaction(() => keptKey("links")));
}

/** The same without the database, from a saved copy of its key. */
export const savedLinkCodes = (secret: Buffer): LinkCodes => configured() ?? codesUnder(secret);

function configured(): LinkCodes | undefined {
  const { LINK_KEYS } = config();
  return LINK_KEYS ? linkCodes(parseLinkKeys(LINK_KEYS)) : undefined;
}

const codesUnder = (secret: Buffer): LinkCodes => linkCodes([{ id: KEPT_ID, secret }]);
