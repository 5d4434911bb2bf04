import { logs as room } from "~/gate.server";
import { attached, calls } from "../calls";

export const logs = calls({
  "POST login-logs/search": room.searchLogins,
  "POST common-logs/search": room.searchCommon,
  "POST common-logs/download": attached(room.downloadCommon, room.downloadName),
});
