/**
 * Characters as strokes on a grid 10 wide and 14 high. Each stroke is a list of points. Characters that people confuse
 * when rotated and crossed out are left out: O and 0, I and 1, S and 5, B and 8, Z and 2, 4 (A) and 7 (T).
 */
const glyphs: Record<string, string> = {
  A: "0,14 5,0 10,14|2,9 8,9",
  C: "10,2 7,0 3,0 0,4 0,10 3,14 7,14 10,12",
  E: "9,0 0,0 0,14 9,14|0,7 7,7",
  F: "9,0 0,0 0,14|0,7 7,7",
  H: "0,0 0,14|10,0 10,14|0,7 10,7",
  J: "8,0 8,10 6,14 3,14 0,11",
  K: "0,0 0,14|9,0 0,8|3,6 10,14",
  L: "0,0 0,14 9,14",
  M: "0,14 0,0 5,8 10,0 10,14",
  N: "0,14 0,0 10,14 10,0",
  P: "0,14 0,0 7,0 10,3 10,5 7,8 0,8",
  R: "0,14 0,0 7,0 10,3 10,5 7,8 0,8|5,8 10,14",
  T: "0,0 10,0|5,0 5,14",
  U: "0,0 0,10 3,14 7,14 10,10 10,0",
  V: "0,0 5,14 10,0",
  W: "0,0 2,14 5,5 8,14 10,0",
  X: "0,0 10,14|10,0 0,14",
  Y: "0,0 5,7 10,0|5,7 5,14",
  3: "0,0 9,0 4,6 8,7 10,10 8,14 3,14 0,12",
};

export type Point = readonly [x: number, y: number];

export const alphabet = Object.keys(glyphs);

export const strokesOf = (character: string): Point[][] =>
  (glyphs[character] ?? "")
    .split("|")
    .map((stroke) => stroke.split(" ").map((point) => point.split(",").map(Number) as unknown as Point));
