/**
 * Colours by use, for light and dark, as "r g b" channels so that lines can be drawn with opacity. Text has a contrast
 * of at least 4.5:1 on `paper` and `raised`, `line` at least 3:1; a test checks it.
 */
export const uses = ["ink", "muted", "line", "paper", "raised", "accent", "good", "bad", "warn"] as const;
export type Use = (typeof uses)[number];
export type Palette = Readonly<Record<Use, string>>;
export type Scheme = { readonly light: Palette; readonly dark: Palette };

const light = {
  ink: "23 30 39",
  muted: "82 93 106",
  line: "128 138 150",
  paper: "255 255 255",
  raised: "245 246 248",
  good: "17 108 62",
  bad: "176 36 30",
  warn: "128 84 0",
};

const dark = {
  ink: "229 233 238",
  muted: "157 167 179",
  line: "108 119 132",
  paper: "18 22 28",
  raised: "27 33 41",
  good: "104 203 146",
  bad: "255 142 132",
  warn: "230 188 98",
};

const scheme = (onLight: string, onDark: string): Scheme => ({
  light: { ...light, accent: onLight },
  dark: { ...dark, accent: onDark },
});

/** One palette per brand, by its style class. */
export const palettes = {
  harbor: scheme("11 87 128", "120 190 226"),
  summit: scheme("112 54 143", "204 161 231"),
  plain: scheme("38 76 166", "146 178 250"),
} as const satisfies Record<string, Scheme>;
