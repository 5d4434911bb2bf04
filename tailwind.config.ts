import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { drawings, type IconName } from "./app/components/ui/icons";
import { type Palette, palettes, uses } from "./app/palette";

const variables = (palette: Palette) => Object.fromEntries(uses.map((use) => [`--${use}`, palette[use]]));

/** The drawings beside each other, as the picture of a mask. Those that are left out keep their place. */
function strip(icons: readonly string[]): string {
  const all = Object.entries(drawings);
  const lines = all.map(([name, d], place) =>
    icons.includes(name) ? d.replace(/M([\d.]+)/g, (_, x) => `M${Number(x) + place * 20}`) : "",
  );
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${all.length * 20} 20' fill='none' stroke='#000' ` +
    `stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'><path d='${lines.join("")}'/></svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("#", "%23")}")`;
}

/**
 * The roles of colour, in light and dark by the system or by choice (classes of the root element). Brands differ from the
 * first by two of them.
 */
const roles = plugin((tailwind) => {
  const { harbor, ...others } = palettes;
  const light = { ...variables(harbor.light), colorScheme: "light dark", "--icons": strip(tailwind.theme("icons")) };
  const dark = variables(harbor.dark);
  tailwind.addBase({
    ":root": light,
    ":root.light": { colorScheme: "light" },
    "@media (prefers-color-scheme: dark)": { ":root:not(.light)": dark },
    ":root.dark": { ...dark, colorScheme: "dark" },
  });
  for (const [name, { light: onLight, dark: onDark }] of Object.entries(others)) {
    tailwind.addBase({
      [`:root.${name}`]: { "--deep": onLight.deep, "--accent": onLight.accent },
      "@media (prefers-color-scheme: dark)": { [`:root.${name}:not(.light)`]: { "--accent": onDark.accent } },
      [`:root.${name}.dark`]: { "--accent": onDark.accent },
    });
  }
});

/** The styles of pages that use these icons. Each style sheet names its configuration, or it would get that of another. */
export const stylesWith = (icons: readonly IconName[]): Config => ({
  // Not an argument of the plugin: Tailwind takes two configurations for the same one unless their values differ.
  theme: { icons: [...icons] },
  // The theme is the roles of colour; measures are in app/styles/tokens.css. Pages name parts, so there are no utilities.
  content: [{ raw: "" }],
  // Otherwise the classes of the root element would be left out, because no style names them.
  safelist: ["light", "dark", ...Object.keys(palettes)],
  corePlugins: [],
  plugins: [roles],
});

export default stylesWith(Object.keys(drawings) as IconName[]);
