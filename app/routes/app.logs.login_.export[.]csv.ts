import { logs } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(logs.exportLogins, { filename: "login-logs.csv", type: "text/csv" });
