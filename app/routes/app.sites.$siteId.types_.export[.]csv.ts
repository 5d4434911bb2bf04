import { types } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(types.exportTypes, { type: "text/csv" });
