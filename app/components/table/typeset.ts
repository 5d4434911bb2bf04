import { breakable } from "./breakable";

/** A sign, a currency and digits, or a percentage: what `formats.ts` writes. */
const AMOUNT = /^([\u2212+]?)([₱$])([\d,.]+)$/;
const ZERO = /^[\u2212+]?[₱$]?0(\.0+)?%?$/;

/** A day with its time, as `formats.ts` writes it. */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\(\d\d:\d\d(?::\d\d)?\))$/;

/** The text of a cell as HTML: of a moment, the time is quieter than the day. */
export const textHtml = (text: string, escaped: (part: string) => string): string => {
  const moment = MOMENT.exec(text);
  return moment ? `${moment[1]} <small>${moment[2]}</small>` : breakable(text, escaped);
};

/** A figure as HTML, its unit quieter than its digits. */
export function figureHtml(text: string, escaped: (part: string) => string): string {
  const amount = AMOUNT.exec(text);
  return amount ? `${amount[1]}<i>${amount[2]}</i>${amount[3]}` : breakable(text, escaped);
}

/** Zeros are pale and negative figures red. */
export const figureTone = (text: string): "zero" | "neg" | undefined =>
  ZERO.test(text) ? "zero" : text.startsWith("\u2212") ? "neg" : undefined;
