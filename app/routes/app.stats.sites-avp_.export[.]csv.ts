import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.sitesAvpExport, { filename: "sites-avp.csv", type: "text/csv" });
