import { agents } from "~/gate.server";
import { download } from "~/http/calls/download.server";

export const loader = download(agents.exportAgents, { filename: agents.exportName, type: "text/csv" });
