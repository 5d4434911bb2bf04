import { doctor, links, search } from "~/gate.server";
import { calls } from "../calls/calls";

/** Tracked links, and the search. */
export const tracking = calls({
  "POST links/list": links.list,
  "POST links/all": links.listAll,
  "POST links/qr": links.qr,
  "GET links/decrypt/{value}": links.decrypt,
  "POST links/doctor": doctor.examine,
  "POST search": search.find,
});
