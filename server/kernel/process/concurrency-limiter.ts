import { setTimeout as later } from "node:timers/promises";

/** The queue is full, or a slot did not become free in time. */
export class NoSlot extends Error {}

export type Limits = {
  /** More acts than these do not wait but throw NoSlot. Default: no limit. */
  maxWaiting?: number;
  /** An act that waits longer throws NoSlot. Default: no limit. */
  maxWaitMs?: number;
};

/** Runs at most `maxConcurrent` acts at the same time. The others wait in the order of arrival. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly maxConcurrent: number,
    private readonly limits: Limits = {},
  ) {}

  get waiting(): number {
    return this.queue.length;
  }

  get idle(): boolean {
    return this.running === 0;
  }

  async run<T>(task: () => Promise<T>, { maxWaiting, maxWaitMs } = this.limits): Promise<T> {
    if (this.running < this.maxConcurrent) this.running += 1;
    else if (this.waiting >= (maxWaiting ?? Infinity)) throw new NoSlot("The queue is full.");
    else await this.nextSlot(maxWaitMs);
    try {
      return await task();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** A finished act passes its slot to the first in the queue, so `running` does not change. */
  private async nextSlot(maxWaitMs?: number): Promise<void> {
    let start = (): void => undefined;
    const turn = new Promise<"started">((resolve) => this.queue.push((start = () => resolve("started"))));
    if (maxWaitMs === undefined) {
      await turn;
      return;
    }
    const timer = new AbortController();
    const late = later(maxWaitMs, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
    const outcome = await Promise.race([turn, late]);
    timer.abort();
    if (outcome === "started") return;
    const place = this.queue.indexOf(start);
    // Its turn may have come in the moment in which the time ended.
    if (place < 0) return;
    this.queue.splice(place, 1);
    throw new NoSlot("No slot became free in time.");
  }
}

/** The same for each key by itself, such as an account. */
export class KeyedLimiter<K> {
  private readonly limiters = new Map<K, ConcurrencyLimiter>();

  constructor(
    private readonly maxConcurrent: number,
    private readonly limits: Limits = {},
  ) {}

  async run<T>(key: K, task: () => Promise<T>, limits = this.limits): Promise<T> {
    const limiter = this.limiters.get(key) ?? new ConcurrencyLimiter(this.maxConcurrent);
    this.limiters.set(key, limiter);
    try {
      return await limiter.run(task, limits);
    } finally {
      if (limiter.idle && this.limiters.get(key) === limiter) this.limiters.delete(key);
    }
  }
}
