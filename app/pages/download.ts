import type { LoaderFunctionArgs } from "@remix-run/node";
import { agents, blacklist, fees, logs, payroll, reports, types } from "~/gate.server";
import { download } from "~/http/calls/download.server";
import { figureOf } from "~/http/figure.server";
import type { FILES } from "./addresses";
import { valueAt } from "./value-at";

const files: Record<(typeof FILES)[number], ReturnType<typeof download>> = {
  "agents/export.csv": download(agents.exportAgents, { filename: agents.exportName, type: "text/csv" }),
  "logs/chat/export.csv": download(logs.exportChats, { type: "text/csv" }),
  "logs/click-outs/export.csv": download(logs.exportClicks, { type: "text/csv" }),
  "logs/common-logs/export_data.txt": download(logs.downloadCommon, {
    filename: logs.downloadName,
    type: "text/plain",
  }),
  "logs/login/export.csv": download(logs.exportLogins, { type: "text/csv" }),
  "logs/postbacks/export.csv": download(logs.exportPostbacks, { type: "text/csv" }),
  "logs/sale-logs/export.csv": download(logs.exportSales, { type: "text/csv" }),
  "logs/sales/export.csv": download(payroll.agentSalesExport, { type: "text/csv" }),
  "settings/black-list-ip/export.csv": download(blacklist.exportEntries, { type: "text/csv" }),
  "sites/:siteId/types/:id/what-if/export.csv": download(reports.linkWhatIfExport, {
    filename: "what-if-link.csv",
    type: "text/csv",
  }),
  "sites/:siteId/types/export.csv": download(types.exportTypes, { type: "text/csv" }),
  "sites/avp-what-if/export.csv": download(reports.tiersWhatIfExport, {
    filename: "what-if-tiers.csv",
    type: "text/csv",
  }),
  "sites/company-fees/export.csv": download(fees.exportFees, { type: "text/csv" }),
  "stats/explain/export.csv": download(reports.explainExport, {
    filename: "behind-this-figure.csv",
    type: "text/csv",
    prepare: figureOf,
  }),
  "stats/office-performance/export.csv": download(reports.performanceExport, { type: "text/csv" }),
  "stats/pay-periods/:id/export.csv": download(payroll.periodExport, { type: "text/csv" }),
  "stats/pay-periods/close/:id/export.csv": download(payroll.closeExport, { type: "text/csv" }),
  "stats/pay-periods/pay/:id/export.csv": download(payroll.payPreviewExport, { type: "text/csv" }),
  "stats/payment-runs/:id/export.csv": download(payroll.paymentRunExport, { type: "text/csv" }),
  "stats/sites-avp/export.csv": download(reports.sitesAvpExport, { type: "text/csv" }),
  "stats/sites-payout-avp/export.csv": download(reports.payrollAvpExport, { type: "text/csv" }),
  "stats/sites-payout/export.csv": download(reports.payrollExport, { type: "text/csv" }),
  "stats/sites/export.csv": download(reports.sitesExport, { type: "text/csv" }),
  "stats/statements/:periodId/export.csv": download(payroll.statementExport, { type: "text/csv" }),
  "stats/top-agents/export.csv": download(reports.topAgentsExport, { type: "text/csv" }),
};

export const loader = (args: LoaderFunctionArgs) => valueAt(files, new URL(args.request.url).pathname)(args);
