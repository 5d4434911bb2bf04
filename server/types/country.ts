import { z } from "zod";

const LETTERS = "Please enter the two letters of a country, such as US.";
const CODE = /^[A-Z]{2}$/;
const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Regions of CLDR with two letters that no visitor comes from: groups, test regions and the unknown one. */
const NOT_COUNTRIES = new Set(["EZ", "QO", "UN", "XA", "XB", "ZZ"]);

function errorOf(code: string): string | undefined {
  const current = new Intl.Locale(`und-${code}`).region;
  if (current && current !== code) return `Please use ${current} in place of ${code}.`;
  return names.of(code) && !NOT_COUNTRIES.has(code) ? undefined : `There is no country ${code}.`;
}

/** The code of a country in ISO 3166-1 alpha-2. Codes without a country are refused: no sale would match their price. */
export const Geo = z
  .string(LETTERS)
  .trim()
  .toUpperCase()
  .regex(CODE, LETTERS)
  .superRefine((code, context) => {
    const message = CODE.test(code) ? errorOf(code) : undefined;
    if (message) context.addIssue({ code: "custom", message });
  });
