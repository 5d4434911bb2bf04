import { logs, readReceipt, replayPostback, replayPostbacks } from "~/gate.server";
import { bySecret, calls } from "../calls/calls";

/** The requests of sites about sales. */
export const postbackCalls = calls({
  "POST postbacks/search": logs.searchPostbacks,
  "GET postbacks/{id}": logs.readPostback,
  "GET postbacks/receipts/{requestId}": bySecret(readReceipt),
  "POST postbacks/{id}/replay": replayPostback,
  "POST postbacks/replay": replayPostbacks,
});
