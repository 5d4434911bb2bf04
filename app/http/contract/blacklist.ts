import { blacklist as room } from "~/gate.server";
import { calls, createdUnlessKnown } from "../calls";

export const blacklist = calls({
  "POST black-list-ip/search": room.search,
  "PUT black-list-ip": createdUnlessKnown(room.add),
  "DELETE black-list-ip/{id}": room.remove,
  "POST black-list-ip/delete-by-value": room.removeByValue,
});
