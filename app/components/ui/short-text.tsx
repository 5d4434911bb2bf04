import { shorten } from "../formats";

/** A name that may be very long: in a list its beginning, with the whole on hover; the record's own page has it all. */
export function ShortText({ text, max = 30 }: { text: string; max?: number }) {
  const shown = shorten(text, max);
  return shown === text ? <>{text}</> : <span title={text}>{shown}</span>;
}
