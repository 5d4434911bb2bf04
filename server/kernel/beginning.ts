/** At most so many characters of a text; a sign of two parts is not cut in the middle, for no half of it can be stored. */
export const beginningOf = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
