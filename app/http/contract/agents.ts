import { agents as room, removeAgent } from "~/gate.server";
import { calls, created } from "../calls";

export const agents = calls({
  "POST agents/search": room.search,
  "POST agents/status": room.setStatus,
  "PUT agents": created(room.create),
  "GET agents/{id}": room.read,
  "POST agents/{id}": room.update,
  "DELETE agents/{id}": removeAgent,
  "GET agents/{id}/sites": room.sites,
});
