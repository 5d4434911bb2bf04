import { logs } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(logs.downloadCommon, { filename: logs.downloadName, type: "text/plain" });
