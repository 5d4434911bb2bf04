/** At most `maxLength` UTF-16 units of a text. Does not split a surrogate pair, because half of one cannot be stored. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
