import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { countConnections } from "../kernel/database/connections";
import { poolUsage } from "../kernel/database/driver";
import { database } from "../kernel/database/transactions";
import { gauges, type Samples, ownSamples } from "../kernel/process/metrics";

/** Metrics of each process, labeled with its PID, and of the use of its connections. */
export function registerProcessMetrics(): void {
  const pid = String(process.pid);
  gauges("worker_uptime_seconds", "Time since this process began.", ["pid"], () => [[{ pid }, process.uptime()]]);
  gauges("worker_resident_bytes", "Memory of this process.", ["pid"], () => [[{ pid }, process.memoryUsage.rss()]]);
  gauges("worker_heap_bytes", "Memory of this process that its program uses.", ["pid"], () => [
    [{ pid }, process.memoryUsage().heapUsed],
  ]);
  const pools = (figure: "used" | "waiting") => () =>
    poolUsage(database()).map(({ pool, [figure]: value }): [{ pool: string }, number] => [{ pool }, value]);
  gauges("database_connections_used", "Connections to the database that are in use, by pool.", ["pool"], pools("used"));
  gauges("database_connections_open", "Connections to the database that are open, by pool.", ["pool"], () =>
    countConnections().map(({ pool, open }) => [{ pool }, open]),
  );
  gauges(
    "database_connections_waiting",
    "Requests waiting for a connection to the database, by pool.",
    ["pool"],
    pools("waiting"),
  );
}

/**
 * Any worker that receives a metrics request answers for all of them: it asks the primary, which asks every worker.
 * prom-client's own exchange works only in the primary, has no figures of a single process, and fails as a whole when
 * one worker is stuck.
 */
type Message =
  | { about: "metrics"; step: "collect"; id: string }
  | { about: "metrics"; step: "sample"; id: string }
  | { about: "metrics"; step: "sampled"; id: string; samples: Samples }
  | { about: "metrics"; step: "collected"; id: string; all: Samples[] };

const SAMPLE_TIMEOUT_MS = 1_000;

const isMetricsMessage = (message: unknown): message is Message => (message as Message | null)?.about === "metrics";

/** In a worker: the metrics of all processes. */
export async function collectFromPrimary(): Promise<Samples[]> {
  const id = randomUUID();
  const collected = new Promise<Samples[]>((done) => waiting.set(id, done));
  process.send?.({ about: "metrics", step: "collect", id } satisfies Message);
  const all = await Promise.race([collected, pause(2 * SAMPLE_TIMEOUT_MS, undefined, { ref: false })]);
  waiting.delete(id);
  return all ?? [await ownSamples()];
}

const waiting = new Map<string, (all: Samples[]) => void>();

/** In a worker, once: sends its own metrics whenever the primary asks. */
export function answerSampleRequests(): void {
  process.on("message", (message: unknown) => {
    if (!isMetricsMessage(message)) return;
    if (message.step === "sample") void sendOwn(message.id);
    else if (message.step === "collected") waiting.get(message.id)?.(message.all);
  });
}

async function sendOwn(id: string): Promise<void> {
  process.send?.({ about: "metrics", step: "sampled", id, samples: await ownSamples() } satisfies Message);
}

/** In the primary: forwards every request to all workers, and returns their answers. */
export function answerCollectRequests(): void {
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isMetricsMessage(message) || message.step !== "collect") return;
    void collectFromWorkers().then((all) =>
      sendTo(worker, { about: "metrics", step: "collected", id: message.id, all }),
    );
  });
}

/** In the primary: its own metrics and those of every worker. One that does not answer within a second is left out. */
export async function collectFromWorkers(): Promise<Samples[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const all = await Promise.all([ownSamples(), ...workers.map(sampleOf)]);
  return all.filter((sampled) => sampled !== undefined);
}

async function sampleOf(worker: Worker): Promise<Samples | undefined> {
  const id = randomUUID();
  let onMessage: (message: unknown) => void = () => undefined;
  const received = new Promise<Samples>((done) => {
    onMessage = (message) =>
      isMetricsMessage(message) && message.step === "sampled" && message.id === id ? done(message.samples) : undefined;
    worker.on("message", onMessage);
  });
  sendTo(worker, { about: "metrics", step: "sample", id });
  const sampled = await Promise.race([received, pause(SAMPLE_TIMEOUT_MS, undefined, { ref: false })]);
  worker.off("message", onMessage);
  return sampled;
}

function sendTo(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message);
}
