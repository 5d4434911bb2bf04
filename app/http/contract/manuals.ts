import { manuals as room } from "~/gate.server";
import { calls, created } from "../calls";

export const manuals = calls({
  "GET site-manuals": room.list,
  "GET site-manuals/available-sites": room.availableSites,
  "PUT site-manuals": created(room.create),
  "GET site-manuals/{id}": room.read,
  "POST site-manuals/{id}": room.update,
  "DELETE site-manuals/{id}": room.remove,
});
