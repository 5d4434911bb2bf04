/** Runs at most `atOnce` acts at the same time, the others in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  get waiting(): number {
    return this.queue.length;
  }

  get idle(): boolean {
    return this.running === 0;
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    // The slot of an act that has ended passes to the first in the queue.
    if (this.running >= this.atOnce) await new Promise<void>((start) => this.queue.push(start));
    else this.running += 1;
    try {
      return await act();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
