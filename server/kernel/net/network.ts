import ipaddr from "ipaddr.js";
import { wordsOf, type Words } from "./address";

/** A network, or a single address if `bits` is all of its bits. */
export type Network = { words: Words; bits: number };

/** Parses an address or a network: "192.0.2.7", "192.0.2.0/24", "2001:db8::/32". Undefined for anything else. */
export function networkOf(text: string): Network | undefined {
  const [address = "", prefix, ...more] = text.split("/");
  const words = address.includes("%") ? undefined : wordsOf(address);
  if (!words || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const most = words.length * 32;
  // The prefix of an IPv4-mapped IPv6 address includes the 96 bits of the mapping.
  const clothes = prefix !== undefined && most === 32 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? most : Number(prefix) - clothes;
  return bits >= 0 && bits <= most ? { words, bits } : undefined;
}

/** The words with all bits after the first `bits` set to 0. */
export const maskedTo = (bits: number, words: Words): Words =>
  words.map((word, index) => {
    const kept = Math.min(Math.max(bits - index * 32, 0), 32);
    return kept === 0 ? 0 : (word & (-1 << (32 - kept))) >>> 0;
  });

/** The text of a network: a single address has no prefix, IPv6 is shortened, and bits beyond the prefix are 0. */
export function textOf({ words, bits }: Network): string {
  const masked = maskedTo(bits, words);
  const [first = 0] = masked;
  const address =
    words.length === 1
      ? [24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join(".")
      : new ipaddr.IPv6(masked.flatMap((word) => [word >>> 16, word & 0xffff])).toString();
  return bits === words.length * 32 ? address : `${address}/${bits}`;
}
