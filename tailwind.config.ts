import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { type Palette, palettes, type Use, uses } from "./app/palette";

/** Without an opacity it names none, which saves bytes in every rule with a colour. */
const colour =
  (use: Use) =>
  ({ opacityValue = "" }) =>
    `rgb(var(--${use})${opacityValue && ` / ${opacityValue}`})`;
const variables = (palette: Palette) => Object.fromEntries(uses.map((use) => [`--${use}`, palette[use]]));

/** The colours of each brand, for light and dark; of the second brand on only what differs from the first. */
const brandColours = plugin((tailwind) => {
  const { harbor, ...others } = palettes;
  tailwind.addBase({
    ":root": variables(harbor.light),
    "@media (prefers-color-scheme: dark)": { ":root": variables(harbor.dark) },
  });
  for (const [name, { light, dark }] of Object.entries(others)) {
    tailwind.addBase({
      [`.${name}`]: { "--accent": light.accent },
      "@media (prefers-color-scheme: dark)": { [`.${name}`]: { "--accent": dark.accent } },
    });
  }
  tailwind.addVariant("coarse", "@media (pointer: coarse)");
});

/** Resets of its own, and the families that would put two kilobytes of empty variables into every page's styles. */
const unused = [
  ...["preflight", "textOpacity", "backgroundOpacity", "borderOpacity", "borderSpacing", "translate", "rotate", "skew"],
  ...["scale", "transform", "touchAction", "scrollSnapType", "gradientColorStops", "fontVariantNumeric", "boxShadow"],
  ...[
    "boxShadowColor",
    "ringWidth",
    "ringColor",
    "ringOpacity",
    "ringOffsetWidth",
    "ringOffsetColor",
    "filter",
    "blur",
  ],
  ...["brightness", "contrast", "dropShadow", "grayscale", "hueRotate", "invert", "saturate", "sepia", "contain"],
  ...["backdropFilter", "backdropBlur", "backdropBrightness", "backdropContrast", "backdropGrayscale"],
  ...["backdropHueRotate", "backdropInvert", "backdropOpacity", "backdropSaturate", "backdropSepia"],
];

export default {
  // Utilities are only used by `@apply`: pages name parts, and no word of a source file becomes a style.
  content: [{ raw: "" }],
  theme: {
    screens: { wide: "720px" },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(uses.map((use) => [use, colour(use)])),
    },
    fontFamily: {
      sans: ["ui-sans-serif", "system-ui", "sans-serif"],
      mono: ["ui-monospace", "monospace"],
    },
    fontSize: {
      note: ["0.75rem", "1rem"],
      cell: ["0.875rem", "1.25rem"],
      prose: ["1rem", "1.5rem"],
      title: ["1.25rem", "1.75rem"],
      figure: ["1.75rem", "2.25rem"],
    },
    fontWeight: { normal: "400", strong: "600" },
    borderRadius: { none: "0", DEFAULT: "4px" },
  },
  corePlugins: Object.fromEntries(unused.map((name) => [name, false])),
  plugins: [brandColours],
} satisfies Config;
