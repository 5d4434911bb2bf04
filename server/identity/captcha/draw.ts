import { type Point, strokesOf } from "./strokes";

const WIDTH = 200;
const HEIGHT = 60;
const STEP = 3;

const between = (low: number, high: number) => low + Math.random() * (high - low);

/**
 * The text as a drawing, an SVG of 200 × 60. It holds one path, no text: letters are turned and sheared each by
 * itself, bent by a wave that runs through the whole, and crossed by a line that means nothing.
 */
export function draw(text: string): string {
  const letters = [...text].flatMap((sign, i) => placed(sign, 26 + (i * (WIDTH - 16)) / text.length));
  const strokes = [...letters, strayLine()].map(wavy());
  const path = shuffled(strokes).map(pathOf).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<path fill="#f3f4f6" d="M0 0H${WIDTH}V${HEIGHT}H0z"/>` +
    `<path fill="none" stroke="#1f2937" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>` +
    `</svg>`
  );
}

/** The strokes of a letter around (x, half the height), with points every few units so that a wave can bend them. */
function placed(sign: string, x: number): Point[][] {
  const size = between(1.8, 2.1);
  const turn = between(-0.28, 0.28);
  const shear = between(-0.2, 0.2);
  const y = HEIGHT / 2 + between(-5, 5);
  return strokesOf(sign).map((stroke) =>
    fine(stroke).map(([a, b]) => {
      const [u, v] = [(a - 5 + shear * (b - 7)) * size, (b - 7) * size];
      return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
    }),
  );
}

function fine(stroke: Point[]): Point[] {
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

function strayLine(): Point[] {
  const ends = shuffled([between(6, 16), between(HEIGHT - 16, HEIGHT - 6)]);
  const [left, right] = ends as [number, number];
  return Array.from({ length: 17 }, (_, i) => [4 + ((WIDTH - 8) * i) / 16, left + ((right - left) * i) / 16]);
}

function wavy(): (stroke: Point[]) => Point[] {
  const [phase, other, height] = [between(0, 6), between(0, 6), between(2, 3.5)];
  return (stroke) =>
    stroke.map(([x, y]) => [
      x + 1.8 * Math.sin(y / 9 + phase) + between(-0.4, 0.4),
      y + height * Math.sin(x / 21 + other) + between(-0.4, 0.4),
    ]);
}

const pathOf = (stroke: Point[]) =>
  stroke.map(([x, y], i) => `${i === 0 ? "M" : i === 1 ? "L" : " "}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
