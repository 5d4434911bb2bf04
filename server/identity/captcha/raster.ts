import { imageLibrary } from "../../kernel/process/image-library";
import { Turns } from "../../kernel/process/turns";
import type { Point } from "./strokes";

const PAPER = 0xf4;
const INK = 0x26;

/** Strokes of one thickness in pixels, in ink or in the paper color, which erases the layers below. */
export type Layer = { strokes: Point[][]; thick: number; ink: boolean };

// One at a time per process: disk access uses the same threads, and captchas must not delay writing clicks to disk.
const turns = new Turns(1);

/**
 * A WebP image in two shades, about 0.5 KB, because the whole sign-in page may take 15 KB. Painting takes 0.2 ms.
 * Compression takes 1 ms outside of the event loop.
 */
export const raster = (width: number, height: number, layers: readonly Layer[]): Promise<Buffer> =>
  turns.run(() => encoded({ width, height }, layers));

async function encoded(size: { width: number; height: number }, layers: readonly Layer[]): Promise<Buffer> {
  const sharp = await imageLibrary();
  const pixels = Buffer.alloc(size.width * size.height, PAPER);
  for (const { strokes, thick, ink } of layers) {
    const paint = brush({ ...size, pixels }, thick / 2, ink ? INK : PAPER);
    for (const stroke of strokes) stroke.slice(1).forEach((end, i) => paint(stroke[i] ?? end, end));
  }
  return sharp(pixels, { raw: { ...size, channels: 1 } })
    .webp({ lossless: true })
    .toBuffer();
}

type Canvas = { width: number; height: number; pixels: Buffer };

/** Paints a line with round ends: every pixel within the radius of the segment. */
function brush({ width, height, pixels }: Canvas, radius: number, shade: number) {
  const span = (a: number, b: number, end: number): [number, number] => [
    Math.max(0, Math.floor(Math.min(a, b) - radius)),
    Math.min(end, Math.ceil(Math.max(a, b) + radius)),
  ];
  return (from: Point, to: Point): void => {
    const [ax, ay, bx, by] = [...from, ...to];
    const [dx, dy] = [bx - ax, by - ay];
    const squared = dx * dx + dy * dy || 1;
    const [left, right] = span(ax, bx, width);
    const [top, bottom] = span(ay, by, height);
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
        const along = Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
        const [ox, oy] = [px - along * dx, py - along * dy];
        if (ox * ox + oy * oy <= radius * radius) pixels[y * width + x] = shade;
      }
    }
  };
}
