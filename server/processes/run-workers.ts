import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { ScreenBuild } from "../http/screens";
import { closeDatabase } from "../kernel/database/transactions";
import { config, SettingError } from "../kernel/process/config";
import { log } from "../kernel/process/log";
import { setCollector } from "../kernel/process/metrics";
import { sharedSettings } from "./database";
import { answerSampleRequests, collectFromPrimary } from "./samples";
import type { RunningServer } from "./serve";

/** Beside DRAIN_SECONDS. */
const EXIT_TIMEOUT_MS = 15_000;
/**
 * Milliseconds. A worker that lives shorter did not fail because of its load; restarting it at once would only burn
 * CPU.
 */
const MIN_LIFETIME_MS = 1_000;

/** The task of a worker, in its environment variable SERVES. */
type Task =
  | { serves: "screens"; socketPath: string }
  | { serves: "tracking"; socketPaths: readonly string[] }
  | { serves: "loading" };
/** A worker reports that it serves, and is asked to end. Signals do not: a terminal sends them to all processes at once. */
type Message = { about: "serving"; port: number } | { about: "end" };

const isMessage = <A extends Message["about"]>(message: unknown, about: A): message is Extract<Message, { about: A }> =>
  (message as Message | null)?.about === about;

/** Starts a worker for each task, resolves when all of them serve, and replaces each that dies before `close`. */
export async function runWorkers(tasks: readonly Task[]): Promise<RunningServer> {
  const workers = new Set<Worker>();
  let closing = false;
  const fork = (task: Task): Worker => {
    const worker = cluster.fork({ ...sharedSettings(), SERVES: JSON.stringify(task) });
    workers.add(worker);
    closeHandlesOnExit(worker);
    const began = Date.now();
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (closing) return;
      const { serves } = task;
      log().error({
        event: "worker ended",
        serves,
        worker: worker.process.pid,
        code,
        signal,
        effect: "a new one is started",
      });
      setTimeout(() => (closing ? undefined : fork(task)), Date.now() - began < MIN_LIFETIME_MS ? MIN_LIFETIME_MS : 0);
    });
    return worker;
  };
  const close = async () => {
    closing = true;
    await Promise.all([...workers].map(end));
  };
  try {
    const [port = 0] = await Promise.all(tasks.map((task) => portOf(fork(task))));
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The worker's port. A worker that ends before it serves cannot work on this machine at all. */
function portOf(worker: Worker): Promise<number> {
  return new Promise((done, failed) => {
    worker.on("message", (message: unknown) => isMessage(message, "serving") && done(message.port));
    worker.once("exit", () => failed(new SettingError("The server could not start.")));
  });
}

async function end(worker: Worker): Promise<void> {
  const ended = new Promise<void>((done) => worker.once("exit", () => done()));
  if (worker.isConnected()) worker.send({ about: "end" } satisfies Message);
  const timeoutMs = EXIT_TIMEOUT_MS + config().DRAIN_SECONDS * 1_000;
  await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })]);
  worker.process.kill("SIGKILL");
}

type NodeMessage = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };

/**
 * Hangs up on clients whose connection was handed to a worker that died before it took it. No other process knows these
 * connections, so the clients would wait without limit.
 */
function closeHandlesOnExit({ process }: Worker): void {
  const pendingHandles = new Map<number, Handle>();
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]): boolean => {
    const [message, handle] = args as [NodeMessage | undefined, Handle | undefined];
    if (message?.act === "newconn" && message.seq !== undefined && handle) pendingHandles.set(message.seq, handle);
    return send(...args);
  };
  process.on("internalMessage", ({ ack }: NodeMessage) => ack !== undefined && pendingHandles.delete(ack));
  process.once("exit", () => pendingHandles.forEach((handle) => handle.close()));
}

/** A worker: serves what the main process asked for, until it asks it to end or is gone. */
export async function runWorker(screens: ScreenBuild): Promise<void> {
  const asked = new Promise<void>((done) => {
    process.on("message", (message: unknown) => isMessage(message, "end") && done());
  });
  for (const signal of EXIT_SIGNALS) process.on(signal, () => undefined);
  answerSampleRequests();
  setCollector(collectFromPrimary);
  const serving = await serveTask(JSON.parse(process.env.SERVES ?? "") as Task, screens);
  process.send?.({ about: "serving", port: serving.port } satisfies Message);
  await asked;
  await serving.close();
  await closeDatabase();
  cluster.worker?.disconnect();
  process.exit(0);
}

/** Each process loads only what it needs. */
async function serveTask(task: Task, screens: ScreenBuild): Promise<RunningServer> {
  if (task.serves === "screens") return (await import("./serve-screens")).serveScreens(screens, task.socketPath);
  if (task.serves === "loading") return (await import("./load-log")).loadLog();
  return (await import("./serve")).serve(task.socketPaths);
}

export const EXIT_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
