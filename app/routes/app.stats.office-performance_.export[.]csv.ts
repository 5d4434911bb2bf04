import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.performanceExport, { filename: "office-performance.csv", type: "text/csv" });
