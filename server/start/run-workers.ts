import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { config, SettingError } from "../kernel/process/config";
import { countCallsInPrimary } from "../http/rate-limit";
import { log } from "../kernel/process/log";
import { sharedSettings } from "./database";
import { answerCollectRequests } from "./samples";
import type { RunningServer } from "./serve";

/** Beside DRAIN_SECONDS. */
const EXIT_TIMEOUT_MS = 15_000;
/**
 * Milliseconds. A worker that lives shorter did not fail because of its load; restarting it at once would only burn
 * CPU.
 */
const MIN_LIFETIME_MS = 1_000;

/** Starts `count` processes that serve on one port, and replaces each that dies before `exitSignal`. */
export async function runWorkers(count: number, exitSignal: Promise<void>): Promise<RunningServer> {
  let closing = false;
  void exitSignal.then(() => (closing = true));
  const fork = () => {
    const worker = cluster.fork(sharedSettings());
    closeHandlesOnExit(worker);
    const began = Date.now();
    worker.once("exit", (code, signal) => {
      if (closing) return;
      log().error({ event: "worker ended", worker: worker.process.pid, code, signal, effect: "a new one is started" });
      setTimeout(() => (closing ? undefined : fork()), Date.now() - began < MIN_LIFETIME_MS ? MIN_LIFETIME_MS : 0);
    });
    return worker;
  };
  answerCollectRequests();
  countCallsInPrimary();
  const close = async () => {
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? end(worker) : [])));
  };
  try {
    const ports = await Promise.all(Array.from({ length: count }, () => portOf(fork())));
    return { port: ports[0] ?? 0, close };
  } catch (error) {
    closing = true;
    await close();
    throw error;
  }
}

/** The worker's port. A worker that ends before it listens cannot work on this machine at all. */
function portOf(worker: Worker): Promise<number> {
  return new Promise((done, failed) => {
    worker.once("listening", ({ port }) => done(port));
    worker.once("exit", () => failed(new SettingError("The server could not start.")));
  });
}

async function end(worker: Worker): Promise<void> {
  const ended = new Promise<void>((done) => worker.once("exit", () => done()));
  worker.process.kill("SIGTERM");
  const timeoutMs = EXIT_TIMEOUT_MS + config().DRAIN_SECONDS * 1_000;
  await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })]);
  worker.process.kill("SIGKILL");
}

type Message = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };

/**
 * Hangs up on clients whose connection was handed to a worker that died before it took it. No other process knows these
 * connections, so the clients would wait without limit.
 */
function closeHandlesOnExit({ process }: Worker): void {
  const pendingHandles = new Map<number, Handle>();
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]): boolean => {
    const [message, handle] = args as [Message | undefined, Handle | undefined];
    if (message?.act === "newconn" && message.seq !== undefined && handle) pendingHandles.set(message.seq, handle);
    return send(...args);
  };
  process.on("internalMessage", ({ ack }: Message) => ack !== undefined && pendingHandles.delete(ack));
  process.once("exit", () => pendingHandles.forEach((handle) => handle.close()));
}
