import { z } from "zod";
import { countryError } from "../trade/country";

const LETTERS = "Please enter the two letters of a country, such as US.";
const CODE = /^[A-Z]{2}$/;

/** The code of a country in ISO 3166-1 alpha-2. Codes without a country are refused: no sale would match their price. */
export const Geo = z
  .string(LETTERS)
  .trim()
  .toUpperCase()
  .regex(CODE, LETTERS)
  .superRefine((code, context) => {
    const message = CODE.test(code) ? countryError(code) : undefined;
    if (message) context.addIssue({ code: "custom", message });
  });
