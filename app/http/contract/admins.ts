import { admins as room } from "~/gate.server";
import { calls, created } from "../calls";

export const admins = calls({
  "GET admins": room.list,
  "PUT admins": created(room.create),
  "GET admins/{id}": room.read,
  "POST admins/{id}": room.update,
});
