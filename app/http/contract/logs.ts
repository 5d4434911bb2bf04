import { blacklist, logs, resolveFlag } from "~/gate.server";
import { attached, calls, created, createdUnlessKnown } from "../calls/calls";

/** Clicks, sales, sign-ins and acts, and the black list. */
export const logsCalls = calls({
  "POST chat-logs/search": logs.searchChats,
  "PUT chat-logs": created(logs.submitChat),
  "POST click-outs/search": logs.searchClicks,
  "GET click-outs/{id}": logs.readClick,
  "POST sale-logs": logs.searchSales,
  "GET sales/{id}": logs.readSale,
  "POST sale-logs/{id}/resolve": resolveFlag,
  "POST login-logs/search": logs.searchLogins,
  "POST common-logs/search": logs.searchCommon,
  "POST common-logs/download": attached(logs.downloadCommon, logs.downloadName),
  "GET history/{record}/{id}": logs.history,

  "POST black-list-ip/search": blacklist.search,
  "PUT black-list-ip": createdUnlessKnown(blacklist.add),
  "DELETE black-list-ip/{id}": blacklist.remove,
  "POST black-list-ip/delete-by-value": blacklist.removeByValue,
});
