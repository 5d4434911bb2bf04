import { blacklist, doctor, links, logs, replayPostback, replayPostbacks, resolveFlag, search } from "~/gate.server";
import { attached, calls, created, createdUnlessKnown } from "../calls/calls";

/** Links, the clicks and sales they bring, and the logs. */
export const tracking = calls({
  "POST links/list": links.list,
  "GET links/decrypt/{value}": links.decrypt,
  "POST links/doctor": doctor.examine,
  "POST search": search.find,

  "POST postbacks/search": logs.searchPostbacks,
  "POST postbacks/{id}/replay": replayPostback,
  "POST postbacks/replay": replayPostbacks,

  "POST chat-logs/search": logs.searchChats,
  "PUT chat-logs": created(logs.submitChat),
  "POST click-outs/search": logs.searchClicks,
  "POST sale-logs": logs.searchSales,
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
