import { fieldTexts } from "./texts";

/** A number as people type it: a decimal point, and commas between groups of three digits if they like. */
const NUMBER = /^\s*-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\s*$/;

/** The number without its commas; undefined for any other text, such as 1.250,50 or 1e3. */
export const plainNumber = (text: string): string | undefined =>
  NUMBER.test(text) ? text.trim().replaceAll(",", "") : undefined;

/** Attributes of a text field for a number. A number field would silently drop invalid input. */
export const amount = {
  inputMode: "decimal",
  pattern: String.raw`\s*(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?\s*`,
  title: fieldTexts.amount,
} as const;

export const whole = (digits: number) =>
  ({ inputMode: "numeric", pattern: String.raw`\s*[\d,]{1,${digits}}\s*`, title: fieldTexts.whole }) as const;

export const country = { pattern: "[A-Za-z]{2}", title: fieldTexts.country } as const;
