import { alerts, news, options, maintenance, webhooks } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Settings, health, news, alerts and webhooks. */
export const system = calls({
  "GET options": options.list,
  "POST options": options.save,

  "GET health": maintenance.health,

  "GET news/last": news.last,
  "POST news": news.save,
  "GET alerts/login": alerts.login,
  "GET alerts/last": alerts.last,
  "POST alerts": alerts.save,

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
