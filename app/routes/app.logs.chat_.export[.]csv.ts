import { logs } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(logs.exportChats, { filename: "chat-logs.csv", type: "text/csv" });
