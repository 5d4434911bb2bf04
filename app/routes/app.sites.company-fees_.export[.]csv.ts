import { fees } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(fees.exportFees, { type: "text/csv" });
