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
  const follow = followConnections();
  let closing = false;
  const fork = (task: Task): Worker => {
    const worker = cluster.fork({ ...sharedSettings(), SERVES: JSON.stringify(task) });
    workers.add(worker);
    follow(worker);
    const began = Date.now();
    const replace = (code?: number, signal?: string) => {
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
    };
    worker.once("exit", replace);
    // A message to one that has just died, whose exit follows. Without a listener, the event would end this process.
    worker.on("error", (error) => {
      log().warn({ event: "worker not reached", serves: task.serves, worker: worker.process.pid, err: error });
      // One that could not be started does not exit.
      if (worker.process.pid === undefined) replace();
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
    const fail = () => failed(new SettingError("The server could not start."));
    worker.once("exit", fail).once("error", fail);
  });
}

async function end(worker: Worker): Promise<void> {
  const ended = new Promise<void>((done) => worker.once("exit", () => done()));
  if (worker.isConnected()) worker.send({ about: "end" } satisfies Message);
  const timeoutMs = EXIT_TIMEOUT_MS + config().DRAIN_SECONDS * 1_000;
  await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })]);
  worker.process.kill("SIGKILL");
}

type NodeMessage = { act?: string; seq?: number; ack?: number; accepted?: boolean };
type Handle = { close(): void };

/**
 * Follows the connections that Node hands to the workers and hangs up on those that none will take: handed to a worker
 * that died first, or refused while the last worker stopped listening. No other process knows these connections, so the
 * clients would wait until this process ends.
 */
function followConnections(): (worker: Worker) => void {
  const refused = new Set<Handle>();
  const lastHandOver = new WeakMap<Handle, number>();
  let listening = 0;
  const closeRefused = () => {
    if (listening > 0) return;
    refused.forEach((handle) => handle.close());
    refused.clear();
  };
  return ({ process }) => {
    const pending = new Map<number, Handle>();
    let listeningHere = 0;
    const listen = (more: number) => {
      listeningHere += more;
      listening += more;
      closeRefused();
    };
    const send = process.send.bind(process) as (...args: unknown[]) => boolean;
    process.send = (...args: unknown[]): boolean => {
      const [message, handle] = args as [NodeMessage | undefined, Handle | undefined];
      if (message?.act === "newconn" && message.seq !== undefined && handle) {
        pending.set(message.seq, handle);
        lastHandOver.set(handle, message.seq);
        refused.delete(handle);
      }
      return send(...args);
    };
    process.on("internalMessage", ({ act, ack, accepted }: NodeMessage) => {
      if (act === "queryServer") listen(1);
      if (act === "close") listen(-1);
      const handle = ack === undefined ? undefined : pending.get(ack);
      if (ack === undefined || !handle) return;
      pending.delete(ack);
      // Node offers a refused connection to the next worker, which may have happened already.
      if (accepted || lastHandOver.get(handle) !== ack) return;
      refused.add(handle);
      closeRefused();
    });
    process.once("exit", () => {
      pending.forEach((handle) => handle.close());
      listen(-listeningHere);
    });
  };
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
  const [{ serve }, { openForwardingFront }] = await Promise.all([import("./serve"), import("./front")]);
  return serve(() => openForwardingFront(task.socketPaths));
}

export const EXIT_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
