import ipaddr from "ipaddr.js";
import { wordsOf, type Words } from "./address";

/** An address (all of its bits) or a network. */
export type Network = { words: Words; bits: number };

/** Reads "192.0.2.7", "192.0.2.0/24", "2001:db8::/32". Undefined for anything else. */
export function networkOf(text: string): Network | undefined {
  const [address = "", prefix, ...more] = text.split("/");
  const words = address.includes("%") ? undefined : wordsOf(address);
  if (!words || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const most = words.length * 32;
  // IPv4 in IPv6 clothes counts its bits from the clothes on.
  const clothes = prefix !== undefined && most === 32 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? most : Number(prefix) - clothes;
  return bits >= 0 && bits <= most ? { words, bits } : undefined;
}

/** The words with everything after the first `bits` bits as 0. */
export const maskedTo = (bits: number, words: Words): Words =>
  words.map((word, index) => {
    const kept = Math.min(Math.max(bits - index * 32, 0), 32);
    return kept === 0 ? 0 : (word & (-1 << (32 - kept))) >>> 0;
  });

/** As it is shown: a single address without its prefix, IPv6 shortened; bits beyond the prefix are 0. */
export function textOf({ words, bits }: Network): string {
  const masked = maskedTo(bits, words);
  const [first = 0] = masked;
  const address =
    words.length === 1
      ? [24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join(".")
      : new ipaddr.IPv6(masked.flatMap((word) => [word >>> 16, word & 0xffff])).toString();
  return bits === words.length * 32 ? address : `${address}/${bits}`;
}
