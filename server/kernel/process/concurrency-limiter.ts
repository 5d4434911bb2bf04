/** Runs at most `maxConcurrent` acts at the same time. The others wait in the order of arrival. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly maxConcurrent: number) {}

  get waiting(): number {
    return this.queue.length;
  }

  get idle(): boolean {
    return this.running === 0;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    // A finished act passes its slot to the first in the queue, so `running` does not change.
    if (this.running >= this.maxConcurrent) await new Promise<void>((start) => this.queue.push(start));
    else this.running += 1;
    try {
      return await task();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
