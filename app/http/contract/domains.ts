import { domains as room } from "~/gate.server";
import { calls, created } from "../calls";

export const domains = calls({
  "GET preferredDomains": room.list,
  "PUT preferredDomains": created(room.create),
  "POST preferredDomains/status": room.setStatus,
  "GET preferredDomains/{id}": room.read,
  "POST preferredDomains/{id}": room.update,
});
