/**
 * Random numbers that are the same for the same seed on every machine (sfc32). Each part of the work uses its own
 * branch, so that a change in one does not affect the numbers of the others.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(
    private readonly seed: number,
    private readonly branchName = "",
  ) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = textHash(branchName);
    for (let i = 0; i < 16; i++) this.next();
  }

  branch(name: string): Random {
    return new Random(this.seed, `${this.branchName}/${name}`);
  }

  /** A whole number from 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number in [0, 1). */
  float(): number {
    return this.next() / 2 ** 32;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.float() * limit);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.float() < share;
  }

  /** Exponentially distributed waiting time with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.float());
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** `count` different entries of the list, in a random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0] as T);
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.next() & 255));
  }
}

function textHash(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** Draws indexes in proportion to fixed weights, with one table lookup each (Vose's alias method). */
export class Draw {
  readonly #odds: Float64Array;
  readonly #other: Uint32Array;

  constructor(weights: ArrayLike<number>) {
    const count = weights.length;
    let total = 0;
    for (let i = 0; i < count; i++) total += weights[i] ?? 0;
    this.#odds = Float64Array.from({ length: count }, (_, i) => ((weights[i] ?? 0) * count) / total);
    this.#other = Uint32Array.from({ length: count }, (_, i) => i);
    const small: number[] = [];
    const large: number[] = [];
    for (let i = 0; i < count; i++) (this.odds(i) < 1 ? small : large).push(i);
    for (let low = small.pop(); low !== undefined; low = small.pop()) {
      const high = large.pop();
      if (high === undefined) break;
      this.#other[low] = high;
      this.#odds[high] = this.odds(high) + this.odds(low) - 1;
      (this.odds(high) < 1 ? small : large).push(high);
    }
  }

  private odds(index: number): number {
    return this.#odds[index] ?? 0;
  }

  index(random: Random): number {
    const spot = random.float() * this.#odds.length;
    const index = Math.floor(spot);
    return spot - index < this.odds(index) ? index : (this.#other[index] ?? index);
  }
}

/** Shares proportional to 1 / rank^steepness, largest first. */
export const zipf = (count: number, steepness: number): number[] =>
  Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** steepness);
