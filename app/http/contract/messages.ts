import { claims, messages } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Messages to agents and managers, and claims of missing sales. */
export const messageCalls = calls({
  "POST messages/search": messages.search,
  "PUT messages": created(messages.send),
  "GET messages/{id}": messages.read,
  "DELETE messages/{id}": messages.withdraw,
  "POST messages/{id}/read": messages.markRead,

  "POST claims/search": claims.search,
  "PUT claims": created(claims.create),
  "GET claims/{id}": claims.read,
  "POST claims/{id}/open": claims.open,
  "POST claims/{id}/decide": claims.decide,
});
