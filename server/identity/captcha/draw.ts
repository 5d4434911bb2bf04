import { imageLibrary } from "../../kernel/process/image-library";
import { ConcurrencyLimiter } from "../../kernel/process/concurrency-limiter";
import { type Point, strokesOf } from "./strokes";

const PAPER = 0xf4;
const INK = 0x26;

/** Strokes of one thickness in pixels, in ink or in the paper color, which erases the layers below. */
type Layer = { strokes: Point[][]; thick: number; ink: boolean };

// One at a time per process: disk access uses the same threads, and captchas must not delay writing clicks to disk.
const limiter = new ConcurrencyLimiter(1);

/**
 * A WebP image in two shades, about 0.5 KB, because the whole sign-in page may take 15 KB. Painting takes 0.2 ms.
 * Compression takes 1 ms outside of the event loop.
 */
const raster = (width: number, height: number, layers: readonly Layer[]): Promise<Buffer> =>
  limiter.run(() => encoded({ width, height }, layers));

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

export const WIDTH = 200;
export const HEIGHT = 60;
/** Pixels between the points of a stroke, close enough that the wave bends it smoothly. */
const STEP = 3;

const between = (low: number, high: number) => low + Math.random() * (high - low);

/**
 * Draws the text as a bitmap of 200 × 60 pixels, so that no vector strokes can be read from it. Each letter is rotated,
 * sheared and shifted, and a wave bends the whole. Lines in the same ink cross the letters, and thin lines in the paper
 * color cut them.
 */
export function draw(text: string): Promise<Buffer> {
  const gap = (WIDTH - 16) / text.length;
  const letters = [...text].flatMap((character, i) => placed(character, 8 + gap * (i + 0.5) + between(-3, 3)));
  const bend = createDistortion();
  return raster(WIDTH, HEIGHT, [
    { strokes: letters.map(bend), thick: 3.2, ink: true },
    { strokes: [...curves(), ...scratches(4, 6, 14)].map(bend), thick: 1.5, ink: true },
    { strokes: scratches(7, 16, 40).map(bend), thick: 1, ink: false },
  ]);
}

/** The strokes of a character, centered at x and near half the height. */
function placed(character: string, x: number): Point[][] {
  const size = between(2, 2.4);
  const turn = between(-0.26, 0.26);
  const shear = between(-0.2, 0.2);
  const y = HEIGHT / 2 + between(-6, 6);
  return strokesOf(character).map((stroke) =>
    subdivide(stroke).map(([a, b]) => {
      const [u, v] = [(a - 5 + shear * (b - 7)) * size, (b - 7) * size];
      return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
    }),
  );
}

function subdivide(stroke: readonly Point[]): Point[] {
  return stroke.flatMap((end, i) => {
    const start = stroke[i - 1];
    if (!start) return [end];
    const parts = Math.max(1, Math.round(Math.hypot(end[0] - start[0], end[1] - start[1]) / STEP));
    return Array.from({ length: parts }, (_, part): Point => {
      const fraction = (part + 1) / parts;
      return [start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction];
    });
  });
}

/** Two lines across the full width, one rising and one falling. */
function curves(): Point[][] {
  const [high, low] = [between(8, 20), HEIGHT - between(8, 20)];
  const across = (left: number, right: number) =>
    subdivide([
      [between(2, 10), left],
      [WIDTH / 2, (left + right) / 2 + between(-9, 9)],
      [WIDTH - between(2, 10), right],
    ]);
  return [across(high, low), across(low, high)];
}

function scratches(count: number, shortest: number, maxLength: number): Point[][] {
  return Array.from({ length: count }, () => {
    const [x, y, turn] = [between(4, WIDTH - 4), between(4, HEIGHT - 4), between(0, 2 * Math.PI)];
    const reach = between(shortest, maxLength);
    return subdivide([
      [x, y],
      [x + reach * Math.cos(turn), y + reach * Math.sin(turn)],
    ]);
  });
}

function createDistortion(): (stroke: readonly Point[]) => Point[] {
  const [phase, other, height] = [between(0, 6), between(0, 6), between(2, 4)];
  return (stroke) =>
    stroke.map(([x, y]) => [
      x + 2 * Math.sin(y / 9 + phase) + between(-0.25, 0.25),
      y + height * Math.sin(x / 21 + other) + between(-0.25, 0.25),
    ]);
}
