import { payroll } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(payroll.paymentRunExport, { filename: "payment-run.csv", type: "text/csv" });
