import { shorten } from "../formats";

/** A shortened name for lists, with the full name on hover. The record's own page shows it in full. */
export function ShortText({ text, max = 30 }: { text: string; max?: number }) {
  const shown = shorten(text, max);
  return shown === text ? <>{text}</> : <span title={text}>{shown}</span>;
}
