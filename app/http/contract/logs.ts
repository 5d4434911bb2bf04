import { logs as room, resolveFlag } from "~/gate.server";
import { attached, calls, created } from "../calls";

export const logs = calls({
  "POST chat-logs/search": room.searchChats,
  "PUT chat-logs": created(room.submitChat),
  "POST click-outs/search": room.searchClicks,
  "POST sale-logs": room.searchSales,
  "POST sale-logs/{id}/resolve": resolveFlag,
  "POST login-logs/search": room.searchLogins,
  "POST common-logs/search": room.searchCommon,
  "POST common-logs/download": attached(room.downloadCommon, room.downloadName),
});
