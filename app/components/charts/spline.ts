export type Point = { x: number; y: number };
type Piece = { from: Point; to: Point; width: number; slope: number };

/**
 * A smooth path through points ordered from left to right. It is monotone between two neighboring points, so it never
 * overshoots them (monotone cubic interpolation, Fritsch and Carlson).
 */
export function spline(points: readonly Point[]): string {
  const pieces = points.slice(1).map((to, index): Piece => {
    const from = points[index] ?? to;
    const width = to.x - from.x;
    return { from, to, width, slope: (to.y - from.y) / width };
  });
  const curves = pieces.map((piece, index) => {
    const { from, to, width } = piece;
    const [out, into] = [slopeBetween(pieces[index - 1], piece), slopeBetween(piece, pieces[index + 1])];
    const third = width / 3;
    const [startX, startY] = [tenths(from.x), Math.round(from.y)];
    const across = [from.x + third, to.x - third, to.x].map((x) => (tenths(x) - startX) / 10);
    const up = [from.y + out * third, to.y - into * third, to.y].map((y) => Math.round(y) - startY);
    // Relative coordinates make similar curves alike, which halves their size. They start from the rounded previous
    // point so that rounding errors do not add up. After a piece of the same width the first handle is the reflection of
    // the last one, so it is left out.
    const [start = "", ...others] = across.map((x, at) => `${x} ${up[at]}`);
    return pieces[index - 1]?.width === width ? `s${others.join(" ")}` : `c${[start, ...others].join(" ")}`;
  });
  const [first] = points;
  return first ? `M${short(first.x)} ${Math.round(first.y)}${curves.join("")}` : "";
}

/** A path of straight lines. */
export const straight = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${short(x)} ${y}`).join("");

/** Zero at local extrema, otherwise a weighted harmonic mean of the slopes on both sides. */
function slopeBetween(before: Piece | undefined, after: Piece | undefined): number {
  if (!before || !after) return (before ?? after)?.slope ?? 0;
  if (before.slope * after.slope <= 0) return 0;
  const [wide, narrow] = [2 * after.width + before.width, after.width + 2 * before.width];
  return (wide + narrow) / (wide / before.slope + narrow / after.slope);
}

/**
 * Rounds to a tenth of a pixel. Only for positions that all charts of a page share: heights differ everywhere and are
 * whole pixels, which makes a page with twelve charts a tenth smaller.
 */
export const short = (length: number): string => String(tenths(length) / 10);

const tenths = (length: number): number => Math.round(length * 10);
