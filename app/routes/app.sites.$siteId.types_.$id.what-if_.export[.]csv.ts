import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.linkWhatIfExport, { filename: "what-if-link.csv", type: "text/csv" });
