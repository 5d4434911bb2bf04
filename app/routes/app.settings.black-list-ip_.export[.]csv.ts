import { blacklist } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(blacklist.exportEntries, { type: "text/csv" });
