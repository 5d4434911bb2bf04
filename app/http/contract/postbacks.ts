import { logs as room, replayPostback } from "~/gate.server";
import { calls } from "../calls";

export const postbacks = calls({
  "POST postbacks/search": room.searchPostbacks,
  "POST postbacks/{id}/replay": replayPostback,
});
