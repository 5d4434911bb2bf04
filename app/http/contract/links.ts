import { doctor, links as room } from "~/gate.server";
import { calls } from "../calls";

export const links = calls({
  "POST links/list": room.list,
  "GET links/decrypt/{value}": room.decrypt,
  "POST links/doctor": doctor.examine,
});
