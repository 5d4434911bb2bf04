import { logs } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(logs.exportSales, { filename: "sale-logs.csv", type: "text/csv" });
