/** Scales of axes that share grid lines. Each axis has steps of its own between them. */

/** Number of grid lines above the lowest one. The style sheet draws them. */
const STEPS = 4;

/** The digits that steps begin with. Few of them would leave half of the drawing empty. */
const DIGITS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

export type Axis = {
  /** The label of each grid line, from bottom to top. */
  ticks: readonly number[];
  /** The number of grid lines below 0. */
  below: number;
  /** The relative height of a value, 0 at the bottom. */
  at: (value: number) => number;
};

/**
 * An axis that contains 0 and all values, with 0 on the same grid line as another axis that has `atLeastBelow` lines
 * below. Sales are integers, so steps are too.
 */
export function axisOf(values: readonly number[], atLeastBelow = 0): Axis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  for (let power = 1; ; power *= 10) {
    for (const digit of DIGITS) {
      const step = digit * power;
      if (!Number.isInteger(step)) continue;
      const below = Math.max(atLeastBelow, Math.ceil(-low / step));
      if (below + Math.ceil(high / step) > STEPS) continue;
      return {
        below,
        ticks: Array.from({ length: STEPS + 1 }, (_, index) => (index - below) * step),
        at: (value) => (value / step + below) / STEPS,
      };
    }
  }
}
