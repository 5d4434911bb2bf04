import { logs, replayPostback, replayPostbacks } from "~/gate.server";
import { calls } from "../calls/calls";

/** The requests of sites about sales. */
export const postbackCalls = calls({
  "POST postbacks/search": logs.searchPostbacks,
  "GET postbacks/{id}": logs.readPostback,
  "POST postbacks/{id}/replay": replayPostback,
  "POST postbacks/replay": replayPostbacks,
});
