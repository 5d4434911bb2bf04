import { logs } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(logs.exportClicks, { type: "text/csv" });
