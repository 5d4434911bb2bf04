import cluster from "node:cluster";
import { collectBy } from "../kernel/metrics";
import { log } from "../kernel/log";
import { announce } from "./announce";
import { countWorkers } from "./count-workers";
import { keepHouse } from "./keep-house";
import { openDatabase } from "./open-database";
import { prepareOrGoOn } from "./prepare-or-go-on";
import { requireFreePort, serve, type Serving } from "./serve";
import { collectFromPrimary, listen } from "./shared-samples";
import { narrowReplicas } from "./room-on-replicas";
import { runWorkers } from "./run-workers";

const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The process that people start: database first, then one process that serves, or several that it watches. */
export async function runServer(): Promise<void> {
  const ending = signalled();
  await requireFreePort();
  const database = await openDatabase({ watch: true });
  try {
    const serving = await Promise.race([begin(ending), ending]);
    if (serving) announce(serving.port);
    await ending;
    await serving?.close();
  } finally {
    await database.close();
  }
  process.exit(0);
}

async function begin(ending: Promise<void>): Promise<Serving> {
  await prepareOrGoOn();
  const { count, line } = await countWorkers();
  keepHouse();
  if (line) process.stdout.write(`${line}\n`);
  for (const narrow of await narrowReplicas(count)) {
    log().warn(narrow, "A replica admits fewer connections than all workers may open.");
  }
  return count > 1 ? runWorkers(count, ending) : serve();
}

/** One of several that serve on the same port; ends when the one that started it says so, or is gone. */
export async function runWorker(): Promise<void> {
  const ending = signalled();
  listen();
  collectBy(collectFromPrimary);
  const serving = await serve();
  await ending;
  await serving.close();
  cluster.worker?.disconnect();
  process.exit(0);
}

/** Resolves at the first signal to end; later ones change nothing, for a terminal and a parent both send one. */
function signalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ENDING) process.on(signal, () => done());
  });
}
