import { alerts, news, options, maintenance, search } from "~/gate.server";
import { calls } from "../calls/calls";

/** The search, settings, health, news and alerts. */
export const system = calls({
  "POST search": search.find,

  "GET options": options.list,
  "POST options": options.save,

  "GET health": maintenance.health,

  "GET news/last": news.last,
  "POST news": news.save,
  "GET alerts/login": alerts.login,
  "GET alerts/last": alerts.last,
  "POST alerts": alerts.save,
});
