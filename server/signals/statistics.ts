/** The probability of at most `count` events where `expected` are usual and each comes by itself (Poisson). */
export function atMost(count: number, expected: number): number {
  if (count < 0) return 0;
  let [term, sum] = [Math.exp(-expected), 0];
  // Far above the usual, the first term is 0 in a double, and so is the sum of those that matter.
  if (term === 0) return normalTail((count + 0.5 - expected) / Math.sqrt(expected));
  for (let k = 0; k <= count; k++) {
    sum += term;
    term *= expected / (k + 1);
  }
  return Math.min(sum, 1);
}

/** The probability of at least `count` events. */
export function atLeast(count: number, expected: number): number {
  if (count <= 0) return 1;
  let term = Math.exp(-expected);
  if (term === 0) return normalTail((expected - count + 0.5) / Math.sqrt(expected));
  for (let k = 1; k <= count; k++) term *= expected / k;
  // The upper tail itself: 1 minus the lower one has no digits left where it is small.
  let sum = 0;
  for (let k = count; term > sum * 1e-12; k++) {
    sum += term;
    term *= expected / (k + 1);
    if (k > count + 10_000) break;
  }
  return count <= expected ? 1 - atMost(count - 1, expected) : Math.min(sum, 1);
}

/** The probability below `z` of the normal distribution, to about seven digits (Abramowitz and Stegun 26.2.17). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z < 0 ? upper : 1 - upper;
}

/** Undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
