import { glossary, GLOSSARY } from "../glossary/terms";
import type { FrameBrand } from "./brand";

/** How a person wants pages: without scripts, and in which colours. Kept in cookies of the browser. */
export type Display = { light: boolean; scheme?: "light" | "dark" };

type Props = { brand: FrameBrand; display?: Display; here: string };

const SCHEMES = [
  ["", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const satisfies readonly (readonly [value: string, label: string])[];

/** Copyright, the choice of colours, and the switch to pages without scripts. */
export function Footer({ brand, display, here: returnUrl }: Props) {
  const { light = false, scheme } = display ?? {};
  return (
    <footer id="end">
      <span>{brand.copyright}</span>
      <a href={GLOSSARY}>{glossary.open}</a>
      <form method="post" action="/light" aria-label="Display">
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <span>
          Colors:
          {SCHEMES.map(([value, label]) => (
            <button key={value} name="scheme" value={value} aria-pressed={value === (scheme ?? "")}>
              {label}
            </button>
          ))}
        </span>
        <button name="lite" value={light ? "0" : "1"}>
          {light ? "Less data: on" : "Less data: off"}
        </button>
      </form>
    </footer>
  );
}
