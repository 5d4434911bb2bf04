import { offices as room } from "~/gate.server";
import { calls, created } from "../calls";

export const offices = calls({
  "POST offices/search": room.search,
  "POST offices/status": room.setStatus,
  "PUT offices": created(room.create),
  "GET offices/{id}": room.read,
  "POST offices/{id}": room.update,
  "GET companies/{id}/sites": room.sites,
});
