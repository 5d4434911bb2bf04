import { alerts, news, options, maintenance } from "~/gate.server";
import { calls } from "../calls/calls";

/** Settings, health, news and alerts. */
export const system = calls({
  "GET options": options.list,
  "POST options": options.save,

  "GET health": maintenance.health,

  "GET news/last": news.last,
  "POST news": news.save,
  "GET alerts/login": alerts.login,
  "GET alerts/last": alerts.last,
  "POST alerts": alerts.save,
});
