import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { SettingError } from "../kernel/process/config";
import { log } from "../kernel/process/log";
import { sharedSettings } from "./database";
import { answerCollections } from "./samples";
import type { Serving } from "./serve";

const ENDED_WITHIN = 15_000;
/**
 * Milliseconds. A worker that lives shorter did not fail because of its load; restarting it at once would only burn
 * CPU.
 */
const SHORT_LIFE = 1_000;

/** Starts `count` processes that serve on one port, and replaces each that dies before `ending`. */
export async function runWorkers(count: number, ending: Promise<void>): Promise<Serving> {
  let closing = false;
  void ending.then(() => (closing = true));
  const fork = () => {
    const worker = cluster.fork(sharedSettings());
    hangUpWithItsWorker(worker);
    const began = Date.now();
    worker.once("exit", (code, signal) => {
      if (closing) return;
      log().error({ event: "worker ended", worker: worker.process.pid, code, signal, effect: "a new one is started" });
      setTimeout(() => (closing ? undefined : fork()), Date.now() - began < SHORT_LIFE ? SHORT_LIFE : 0);
    });
    return worker;
  };
  answerCollections();
  const close = async () => {
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? end(worker) : [])));
  };
  try {
    const ports = await Promise.all(Array.from({ length: count }, () => portOf(fork())));
    return { port: ports[0] ?? 0, close };
  } catch (fault) {
    closing = true;
    await close();
    throw fault;
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
  await Promise.race([ended, pause(ENDED_WITHIN, undefined, { ref: false })]);
  worker.process.kill("SIGKILL");
}

type Message = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };

/**
 * Hangs up on clients whose connection was handed to a worker that died before it took it. No other process knows these
 * connections, so the clients would wait without limit.
 */
function hangUpWithItsWorker({ process }: Worker): void {
  const held = new Map<number, Handle>();
  const send = process.send.bind(process) as (...given: unknown[]) => boolean;
  process.send = (...given: unknown[]): boolean => {
    const [message, handle] = given as [Message | undefined, Handle | undefined];
    if (message?.act === "newconn" && message.seq !== undefined && handle) held.set(message.seq, handle);
    return send(...given);
  };
  process.on("internalMessage", ({ ack }: Message) => ack !== undefined && held.delete(ack));
  process.once("exit", () => held.forEach((handle) => handle.close()));
}
