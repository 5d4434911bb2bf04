import { expect, test } from "vitest";
import { type Palette, palettes, type Use } from "../../app/palette";

// WCAG 2.2: relative luminance and contrast of two sRGB colours.
function luminance(channels: string): number {
  const [r = 0, g = 0, b = 0] = channels.split(" ").map((text) => {
    const part = Number(text) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const schemes: [string, Palette][] = Object.entries(palettes).flatMap(([brand, { light, dark }]) => [
  [`${brand}, light`, light],
  [`${brand}, dark`, dark],
]);
const grounds: Use[] = ["canvas", "paper", "raised"];
const texts: Use[] = ["ink", "muted", "accent", "good", "bad", "warn"];

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("0 0 0", "255 255 255")).toBeCloseTo(21, 5);
  expect(contrast("119 119 119", "255 255 255")).toBeCloseTo(4.48, 2);
});

test("every text colour of every brand, light and dark, reaches 4.5:1 on all grounds", () => {
  const weak = schemes.flatMap(([name, palette]) =>
    grounds.flatMap((ground) =>
      texts
        .filter((use) => contrast(palette[use], palette[ground]) < 4.5)
        .map((use) => `${name}: ${use} on ${ground} ${contrast(palette[use], palette[ground]).toFixed(2)}`),
    ),
  );
  expect(weak).toEqual([]);
});

test("the borders of controls reach 3:1 on all grounds", () => {
  const weak = schemes.flatMap(([name, palette]) =>
    grounds
      .filter((ground) => contrast(palette.line, palette[ground]) < 3)
      .map((ground) => `${name}: ${ground} ${contrast(palette.line, palette[ground]).toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});

/** A colour over another one, at an opacity. */
const over = (colour: string, ground: string, opacity: number): string => {
  const under = ground.split(" ").map(Number);
  return colour
    .split(" ")
    .map((part, index) => Math.round(Number(part) * opacity + (under[index] ?? 0) * (1 - opacity)))
    .join(" ");
};

test("a word on a tint of its own colour, as in a state, reaches 4.5:1, and white words on the brand's colour do", () => {
  const weak = schemes.flatMap(([name, palette]) => [
    ...texts
      .filter((use) => contrast(palette[use], over(palette[use], palette.paper, 0.1)) < 4.5)
      .map((use) => `${name}: ${use}`),
    ...(contrast("255 255 255", palette.deep) < 4.5 ? [`${name}: deep`] : []),
  ]);
  expect(weak).toEqual([]);
});
