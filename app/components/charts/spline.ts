export type Point = { x: number; y: number };
type Piece = { from: Point; to: Point; width: number; slope: number };

/**
 * A smooth path through points from left to right that nowhere leaves the heights of its neighbours: between two of
 * them it only rises or only falls (monotone cubic, Fritsch and Carlson).
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
    const numbers = [from.x + third, from.y + out * third, to.x - third, to.y - into * third, to.x, to.y];
    return `C${numbers.map(short).join(" ")}`;
  });
  const [first] = points;
  return first ? `M${short(first.x)} ${short(first.y)}${curves.join("")}` : "";
}

/** Flat at each peak and in each hollow, else a mean of the slopes on both sides. */
function slopeBetween(before: Piece | undefined, after: Piece | undefined): number {
  if (!before || !after) return (before ?? after)?.slope ?? 0;
  if (before.slope * after.slope <= 0) return 0;
  const [wide, narrow] = [2 * after.width + before.width, after.width + 2 * before.width];
  return (wide + narrow) / (wide / before.slope + narrow / after.slope);
}

/** A tenth of a pixel is finer than any screen, and costs few bytes. */
export const short = (length: number): string => String(Math.round(length * 10) / 10);
