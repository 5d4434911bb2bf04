/**
 * Growth in per cent from the older count `s1` to the newer `s2`: 100 × (s2 − s1) / s1, not rounded. If `s1` is 0: 100
 * for a positive `s2`, -100 for a negative one (more reversals than sales) and 0 for 0 (PERIOD-05).
 */
export function progress(s1: number, s2: number): number {
  if (s1 === 0) return 100 * Math.sign(s2);
  return (100 * (s2 - s1)) / s1 + 0;
}
