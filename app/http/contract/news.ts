import { alerts, news as room } from "~/gate.server";
import { calls } from "../calls";

/** News and alerts. */
export const news = calls({
  "GET news/last": room.last,
  "POST news": room.save,
  "GET alerts/login": alerts.login,
  "GET alerts/last": alerts.last,
  "POST alerts": alerts.save,
});
