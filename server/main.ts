import cluster from "node:cluster";
import { config } from "./kernel/config";
import { log, logFault } from "./kernel/log";
import { endWithMessage } from "./start/end-with-message";
import { runServer, runWorker } from "./start/run-server";

/** The process: it starts things and decides nothing. */
try {
  config();
  process.on("unhandledRejection", (fault) => logFault(fault));
  process.on("uncaughtException", (fault) => {
    log().fatal({ err: fault }, "This process cannot go on.");
    process.exit(1);
  });
  await (cluster.isPrimary ? runServer() : runWorker());
} catch (fault) {
  endWithMessage(fault);
}
