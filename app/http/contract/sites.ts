import { sites as room } from "~/gate.server";
import { calls, created } from "../calls";

export const sites = calls({
  "POST sites/search": room.search,
  "POST sites/status": room.setStatus,
  "PUT sites": created(room.create),
  "GET sites/{id}": room.read,
  "POST sites/{id}": room.update,
  "DELETE sites/{id}": room.remove,
  "POST sites/{id}/enable-for-all": room.enableForAll,
  "POST sites/{id}/secrets": created(room.makeSecret),
  "DELETE sites/{id}/secrets/{secretId}": room.revokeSecret,
});
