/** The value below which `per` percent of the samples lie. */
export function percentile(samples: readonly number[], per: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * per) / 100))] ?? 0;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);
