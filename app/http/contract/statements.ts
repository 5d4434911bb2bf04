import { payroll } from "~/gate.server";
import { calls } from "../calls/calls";

/** The pay of agents and offices: statements, and sales with their pay. */
export const statementCalls = calls({
  "GET statements/{periodId}": payroll.statement,
  "GET statements/{periodId}/bridge": payroll.bridge,
  "POST agent-sales/search": payroll.searchAgentSales,
});
