import { reports } from "~/gate.server";
import { calls } from "../calls";

export const dashboard = calls({
  "GET dashboard": reports.dashboard,
  "GET dashboard/avp-progress": reports.avpProgress,
});
