/**
 * The roles of colour, for light and dark, as "r g b" channels so that `rgb(var(--accent) / 0.1)` is a tint. Text has a
 * contrast of at least 4.5:1 on `canvas`, `paper` and `raised` and on a tint of itself, `line` at least 3:1; a test
 * checks it. Chosen in OKLCH: neutrals of hue 255, texts of lightness .50 to .52, on dark grounds .75 to .81.
 */
export const uses = [
  "ink",
  "muted",
  "line",
  "canvas",
  "paper",
  "raised",
  "deep",
  "accent",
  "good",
  "bad",
  "warn",
] as const;
export type Use = (typeof uses)[number];
export type Palette = Readonly<Record<Use, string>>;
export type Scheme = { readonly light: Palette; readonly dark: Palette };

const light = {
  /** Text, and text that explains. */
  ink: "26 32 41",
  muted: "89 97 108",
  /** Edges of controls. */
  line: "133 139 149",
  /** The page, a card on it, and a raised part of a card. */
  canvas: "246 247 250",
  paper: "255 255 255",
  raised: "244 246 249",
  good: "0 112 62",
  bad: "190 35 39",
  warn: "149 89 5",
};

const dark = {
  ink: "228 232 237",
  muted: "156 164 174",
  line: "112 120 131",
  canvas: "12 14 18",
  paper: "20 23 29",
  raised: "29 33 40",
  good: "99 209 143",
  bad: "248 137 132",
  warn: "238 181 99",
};

/** `deep` carries white words in both schemes; `accent` is the same colour for words and lines. */
const scheme = (deep: string, onDark: string): Scheme => ({
  light: { ...light, deep, accent: deep },
  dark: { ...dark, deep, accent: onDark },
});

/** One palette per brand, by its style class. */
export const palettes = {
  harbor: scheme("0 106 158", "112 190 239"),
  summit: scheme("123 60 186", "199 158 247"),
  plain: scheme("44 87 205", "141 176 251"),
} as const satisfies Record<string, Scheme>;
