import cluster from "node:cluster";
import { config } from "../server/kernel/process/config";
import { log, logError } from "../server/kernel/process/log";
import { exitWithMessage } from "../server/processes/end-with-message";
import { fillWithDemo } from "./fill-with-demo";

const screens = () => import("virtual:remix/server-build");

/** The process entry point of the built server: injects the parts that server/ may not import. */
try {
  config();
  process.on("unhandledRejection", (error) => logError(error));
  process.on("uncaughtException", (error) => {
    log().fatal({ event: "process failed", err: error });
    process.exit(1);
  });
  // Each process loads only what it needs.
  if (cluster.isPrimary) {
    const { runServer } = await import("../server/processes/run-server");
    await runServer(fillWithDemo, screens);
  } else {
    const { runWorker } = await import("../server/processes/run-workers");
    await runWorker(screens);
  }
} catch (error) {
  exitWithMessage(error);
}
