import { payroll } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(payroll.paymentRunExport, { type: "text/csv" });
