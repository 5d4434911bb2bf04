import cluster from "node:cluster";
import type { ScreenBuild } from "../http/screens";
import { collectBy } from "../kernel/process/metrics";
import { log } from "../kernel/process/log";
import { announce } from "./announce";
import { countWorkers } from "./count-workers";
import { keepHouse } from "./keep-house";
import { openDatabase } from "./open-database";
import type { FillWithDemo } from "./prepare-database";
import { prepareOrGoOn } from "./prepare-or-go-on";
import { requireFreePort, serve, type Serving } from "./serve";
import { collectFromPrimary, listen } from "./shared-samples";
import { narrowReplicas } from "./room-on-replicas";
import { runWorkers } from "./run-workers";

const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The layers above server/ that the process entry point injects. */
type Parts = { screens: ScreenBuild; fillWithDemo: FillWithDemo };

/** The main process: opens the database, then serves by itself or watches several serving processes. */
export async function runServer(parts: Parts): Promise<void> {
  const ending = signalled();
  await requireFreePort();
  const database = await openDatabase({ watch: true });
  try {
    const serving = await Promise.race([begin(parts, ending), ending]);
    if (serving) announce(serving.port);
    await ending;
    await serving?.close();
  } finally {
    await database.close();
  }
  process.exit(0);
}

async function begin({ screens, fillWithDemo }: Parts, ending: Promise<void>): Promise<Serving> {
  await prepareOrGoOn(fillWithDemo);
  const { count, line } = await countWorkers();
  keepHouse();
  if (line) process.stdout.write(`${line}\n`);
  for (const narrow of await narrowReplicas(count)) {
    log().warn(narrow, "A replica admits fewer connections than all workers may open.");
  }
  return count > 1 ? runWorkers(count, ending) : serve(screens);
}

/**
 * One of several processes that serve on the same port. Ends on a signal from the main process, or when that process is
 * gone.
 */
export async function runWorker(screens: ScreenBuild): Promise<void> {
  const ending = signalled();
  listen();
  collectBy(collectFromPrimary);
  const serving = await serve(screens);
  await ending;
  await serving.close();
  cluster.worker?.disconnect();
  process.exit(0);
}

/** Resolves at the first ending signal. Later ones have no effect: a terminal and a parent both send one. */
function signalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ENDING) process.on(signal, () => done());
  });
}
