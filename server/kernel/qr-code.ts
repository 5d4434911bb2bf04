import { encode } from "uqr";

const QUIET = 4;

/** A text as a QR code: the dark modules as one SVG path, in a square of `size` units with its quiet zone. */
export function qrCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data
    .map((row, y) =>
      runsOf(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(""),
    )
    .join("");
  return { path, size };
}

/** Where dark modules begin in a row, and how many stand side by side. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
