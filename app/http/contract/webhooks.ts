import { webhooks } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Endpoints for events and sales, and what was sent to them. */
export const webhookCalls = calls({
  "POST webhooks/search": webhooks.search,
  "PUT webhooks": created(webhooks.create),
  "GET webhooks/{id}": webhooks.read,
  "POST webhooks/{id}": webhooks.update,
  "DELETE webhooks/{id}": webhooks.remove,
  "POST webhooks/{id}/rotate-secret": webhooks.rotateSecret,
  "POST webhooks/{id}/test": created(webhooks.test),
  "POST webhooks/{id}/deliveries/search": webhooks.deliveries,
  "POST webhooks/deliveries/{id}/send-again": webhooks.sendAgain,
});
