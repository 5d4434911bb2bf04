/**
 * Growth in per cent from the older count to the newer: 100 × (s2 − s1) / s1, not rounded. From nothing it is 100 upwards,
 * -100 downwards (more reversals than sales), 0 for both nothing (PERIOD-05).
 */
export function progress(s1: number, s2: number): number {
  if (s1 === 0) return 100 * Math.sign(s2);
  return (100 * (s2 - s1)) / s1 + 0;
}
