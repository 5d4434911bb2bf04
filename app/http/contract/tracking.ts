import { doctor, links } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Tracked links. */
export const tracking = calls({
  "POST links/list": links.list,
  "POST links/all": links.listAll,
  "POST links/qr": links.qr,
  "GET links/decrypt/{value}": links.decrypt,
  "POST links/doctor": doctor.examine,
  "POST links/named/search": links.searchNamed,
  "PUT links/named": created(links.createNamed),
  "DELETE links/named/{id}": links.removeNamed,
});
