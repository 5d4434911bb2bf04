import { replayPostback, searchPostbacks } from "~/gate.server";
import { calls } from "../calls";

export const postbacks = calls({
  "POST postbacks/search": searchPostbacks,
  "POST postbacks/{id}/replay": replayPostback,
});
