const HEIGHTS = "▁▂▃▄▅▆▇█";

/** The smallest scale: a single sale is not drawn as high as the best of many. */
const LEAST = 2;

/** A few sums beside each other, as characters, which cost a row of a list next to nothing. The figure says the rest. */
export function Bars({ of: sums }: { of: readonly number[] }) {
  if (!sums.some((sum) => sum > 0)) return null;
  const most = Math.max(LEAST, ...sums);
  const heights = sums.map((sum) => HEIGHTS[Math.round((Math.max(0, sum) / most) * (HEIGHTS.length - 1))]);
  return (
    <small className="bars" aria-hidden>
      {heights.join("")}
    </small>
  );
}
