import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.performanceExport, { type: "text/csv" });
