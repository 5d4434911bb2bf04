import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(reports.payrollExport, { filename: "payroll.csv", type: "text/csv" });
