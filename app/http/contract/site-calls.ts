import { readReceipt } from "~/gate.server";
import { bySecret, calls } from "../calls/calls";

/** Questions of a site, with its secret. Its postbacks are answered before all other calls. */
export const siteCalls = calls({ "GET postbacks/receipts/{requestId}": bySecret(readReceipt) });
