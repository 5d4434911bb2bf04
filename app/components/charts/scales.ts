/** The heights of two axes that share their lines: each line is a whole step on both. */

/** Lines of a chart, beside the lowest. */
const STEPS = 6;

export type Axis = {
  /** What stands at each line, from bottom to top. */
  ticks: readonly number[];
  /** The share of the height, 0 at the bottom, at which a value stands. */
  at: (value: number) => number;
};

/** An axis that holds 0, the lowest and the highest value. Sales are whole numbers, and so are its steps: 1, 2, 5, 10, 20, … */
export function axisOf(values: readonly number[]): Axis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) {
      const step = digit * power;
      const below = Math.ceil(-low / step);
      if (below + Math.ceil(high / step) > STEPS) continue;
      return {
        ticks: Array.from({ length: STEPS + 1 }, (_, index) => (index - below) * step),
        at: (value) => (value / step + below) / STEPS,
      };
    }
  }
}
