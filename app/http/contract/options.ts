import { options as room } from "~/gate.server";
import { calls } from "../calls";

export const options = calls({
  "GET options": room.list,
  "POST options": room.save,
});
