import { maskedTo, networkOf, textOf } from "./network";

/**
 * The first and last address of a range: a single address, a network (192.0.2.0/24) or the first parts of an IPv4
 * address (192.0. or 192.0). Undefined for anything else.
 */
export function addressRange(text: string): { first: string; last: string } | undefined {
  const network = networkOf(/^(\d{1,3}\.){1,3}(\d{1,3})?$/.test(text) ? networkBegunBy(text) : text);
  if (!network) return undefined;
  const { words, bits } = network;
  const whole = words.length * 32;
  const first = maskedTo(bits, words);
  const rest = maskedTo(
    bits,
    words.map(() => 0xffffffff),
  );
  const last = first.map((word, index) => (word | ~(rest[index] ?? 0)) >>> 0);
  return { first: textOf({ words: first, bits: whole }), last: textOf({ words: last, bits: whole }) };
}

function networkBegunBy(text: string): string {
  const parts = text.split(".").filter((part) => part !== "");
  return parts.length === 4 ? text : `${[...parts, 0, 0, 0].slice(0, 4).join(".")}/${parts.length * 8}`;
}
