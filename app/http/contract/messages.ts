import { messages } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Messages to agents and managers. */
export const messageCalls = calls({
  "POST messages/search": messages.search,
  "PUT messages": created(messages.send),
  "GET messages/{id}": messages.read,
  "DELETE messages/{id}": messages.withdraw,
  "POST messages/{id}/read": messages.markRead,
});
