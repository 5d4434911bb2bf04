import { logs as room } from "~/gate.server";
import { attached, calls, created } from "../calls";

export const logs = calls({
  "POST chat-logs/search": room.searchChats,
  "PUT chat-logs": created(room.submitChat),
  "POST login-logs/search": room.searchLogins,
  "POST common-logs/search": room.searchCommon,
  "POST common-logs/download": attached(room.downloadCommon, room.downloadName),
});
