import { upkeep as room } from "~/gate.server";
import { calls } from "../calls";

export const upkeep = calls({
  "GET health": room.health,
});
