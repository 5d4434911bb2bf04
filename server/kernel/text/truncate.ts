/** At most `longest` UTF-16 units of a text. Does not split a surrogate pair, because half of one cannot be stored. */
export const beginningOf = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
