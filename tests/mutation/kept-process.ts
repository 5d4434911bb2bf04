import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from "vitest/node";

type Listener = Parameters<ForksPoolWorker["on"]>[1];
type Message = { type?: string };
type Start = Extract<WorkerRequest, { type: "start" }>;

/** A process for tests that stays from run to run. Starting one for each mutant would take longer than the tests. */
class KeptProcess extends ForksPoolWorker {
  override readonly name = "kept";
  readonly #listeners: [event: string, listener: Listener][] = [];
  #isStarted = false;
  #isRunning = false;
  #config: Start["context"]["config"] | undefined;
  #whenIdle: (() => void)[] = [];

  override async start(): Promise<void> {
    if (this.#isStarted) return;
    await super.start();
    super.on("message", ({ type }: Message) => {
      if (type !== "testfileFinished") return;
      this.#isRunning = false;
      for (const go of this.#whenIdle.splice(0)) go();
    });
  }

  override on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    super.on(event, listener);
  }

  override send(message: WorkerRequest): void {
    const { type } = message;
    if (type === "start") this.#config = message.context.config;
    if (type === "stop") void this.#answer("stopped");
    else if (type === "start" && this.#isStarted) void this.#answer("started");
    // The tests to run are named in the configuration, which the process otherwise keeps from its start.
    else if (type === "run") super.send({ ...message, context: { ...message.context, ...{ config: this.#config } } });
    else super.send(message);
    if (type === "start") this.#isStarted = true;
    if (type === "run") this.#isRunning = true;
  }

  override stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) super.off(event, listener);
    return Promise.resolve();
  }

  /** A run that is given up at its first failure still resets its modules. The next one has to wait for that. */
  async #answer(type: "started" | "stopped"): Promise<void> {
    if (this.#isRunning) await new Promise<void>((go) => this.#whenIdle.push(go));
    await new Promise(setImmediate);
    const listeners = this.#listeners.filter(([event]) => event === "message");
    for (const [, listener] of listeners)
      (listener as (message: unknown) => void)({ type, __vitest_worker_response__: true });
  }
}

let kept: KeptProcess | undefined;

export const keptProcess = {
  name: "kept",
  createPoolWorker: (options: PoolOptions): KeptProcess => (kept ??= new KeptProcess(options)),
};
