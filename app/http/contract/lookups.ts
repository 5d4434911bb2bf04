import { agents, offices, reports, sites, types } from "~/gate.server";
import { calls } from "../calls";

/** The choices for pickers and filters. */
export const lookups = calls({
  "GET companies": offices.pick,
  "GET companies/agents": agents.pick,
  "GET sites": sites.pick,
  "GET types/{siteId}/by-site": types.bySite,
  "GET geo/list": reports.geos,
});
