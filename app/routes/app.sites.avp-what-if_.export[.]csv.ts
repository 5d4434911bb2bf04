import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.tiersWhatIfExport, { filename: "what-if-tiers.csv", type: "text/csv" });
