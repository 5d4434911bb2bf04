import { alerts, messages, news, options, maintenance, webhooks } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Settings, health, news, alerts, messages and webhooks. */
export const system = calls({
  "GET options": options.list,
  "POST options": options.save,

  "GET health": maintenance.health,

  "GET news/last": news.last,
  "POST news": news.save,
  "GET alerts/login": alerts.login,
  "GET alerts/last": alerts.last,
  "POST alerts": alerts.save,

  "POST messages/search": messages.search,
  "PUT messages": created(messages.send),
  "GET messages/{id}": messages.read,
  "DELETE messages/{id}": messages.withdraw,
  "POST messages/{id}/read": messages.markRead,

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
