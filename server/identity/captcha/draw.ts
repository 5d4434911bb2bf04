import { raster } from "./raster";
import { type Point, strokesOf } from "./strokes";

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
  const letters = [...text].flatMap((sign, i) => placed(sign, 8 + gap * (i + 0.5) + between(-3, 3)));
  const bend = wavy();
  return raster(WIDTH, HEIGHT, [
    { strokes: letters.map(bend), thick: 3.2, ink: true },
    { strokes: [...curves(), ...scratches(4, 6, 14)].map(bend), thick: 1.5, ink: true },
    { strokes: scratches(7, 16, 40).map(bend), thick: 1, ink: false },
  ]);
}

/** The strokes of a character, centered at x and near half the height. */
function placed(sign: string, x: number): Point[][] {
  const size = between(2, 2.4);
  const turn = between(-0.26, 0.26);
  const shear = between(-0.2, 0.2);
  const y = HEIGHT / 2 + between(-6, 6);
  return strokesOf(sign).map((stroke) =>
    fine(stroke).map(([a, b]) => {
      const [u, v] = [(a - 5 + shear * (b - 7)) * size, (b - 7) * size];
      return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
    }),
  );
}

function fine(stroke: readonly Point[]): Point[] {
  return stroke.flatMap((end, i) => {
    const start = stroke[i - 1];
    if (!start) return [end];
    const parts = Math.max(1, Math.round(Math.hypot(end[0] - start[0], end[1] - start[1]) / STEP));
    return Array.from({ length: parts }, (_, part): Point => {
      const way = (part + 1) / parts;
      return [start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way];
    });
  });
}

/** Two lines across the full width, one rising and one falling. */
function curves(): Point[][] {
  const [high, low] = [between(8, 20), HEIGHT - between(8, 20)];
  const across = (left: number, right: number) =>
    fine([
      [between(2, 10), left],
      [WIDTH / 2, (left + right) / 2 + between(-9, 9)],
      [WIDTH - between(2, 10), right],
    ]);
  return [across(high, low), across(low, high)];
}

function scratches(count: number, shortest: number, longest: number): Point[][] {
  return Array.from({ length: count }, () => {
    const [x, y, turn] = [between(4, WIDTH - 4), between(4, HEIGHT - 4), between(0, 2 * Math.PI)];
    const reach = between(shortest, longest);
    return fine([
      [x, y],
      [x + reach * Math.cos(turn), y + reach * Math.sin(turn)],
    ]);
  });
}

function wavy(): (stroke: readonly Point[]) => Point[] {
  const [phase, other, height] = [between(0, 6), between(0, 6), between(2, 4)];
  return (stroke) =>
    stroke.map(([x, y]) => [
      x + 2 * Math.sin(y / 9 + phase) + between(-0.25, 0.25),
      y + height * Math.sin(x / 21 + other) + between(-0.25, 0.25),
    ]);
}
