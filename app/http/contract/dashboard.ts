import { home, reports } from "~/gate.server";
import { calls } from "../calls/calls";

/** The figures of Home, and of one agent or office. */
export const dashboard = calls({
  "GET dashboard": reports.dashboard,
  "GET dashboard/avp-progress": reports.avpProgress,
  "GET dashboard/figures": reports.dashboardFigures,
  "GET dashboard/best-links": reports.bestLinks,
  "GET dashboard/agents": reports.agentsToWatch,
  "GET dashboard/attention": home.attention,
  "GET dashboard/set-up": home.setUp,
  "GET agents/{id}/figures": reports.agentFigures,
  "GET offices/{id}/figures": reports.officeFigures,
});
