import { agents as room } from "~/gate.server";
import { calls, created } from "../calls";

export const agents = calls({
  "POST agents/search": room.search,
  "POST agents/status": room.setStatus,
  "PUT agents": created(room.create),
  "GET agents/{id}": room.read,
  "POST agents/{id}": room.update,
  "GET agents/{id}/sites": room.sites,
});
