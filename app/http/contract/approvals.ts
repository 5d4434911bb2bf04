import { approvals as room } from "~/gate.server";
import { calls, tagged } from "../calls";

export const approvals = calls({
  "GET accounts/unapproved": room.list,
  "GET accounts/unapproved/count": tagged(room.count, ({ count }) => count),
  "PUT accounts/approve": room.approve,
});
