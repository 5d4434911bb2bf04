import ipaddr from "ipaddr.js";

/** An IP address as unsigned 32-bit words: one for IPv4, four for IPv6. */
export type Words = readonly number[];

/** Parses an IP address. IPv4-mapped IPv6 returns IPv4, and a zone is dropped. Undefined for anything else. */
export function wordsOf(text: string): Words | undefined {
  const short = ipv4(text);
  if (short !== undefined) return [short];
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const long = ipaddr.IPv6.parse(text);
  if (long.isIPv4MappedAddress()) return wordsOf(long.toIPv4Address().toString());
  const at = (index: number) => long.parts[index] ?? 0;
  return [0, 2, 4, 6].map((index) => ((at(index) << 16) | at(index + 1)) >>> 0);
}

const DOT = 46;
const ZERO = 48;
const NINE = 57;

// Nearly every visitor has an IPv4 address, and a general parser would cost more than the rest of the classification.
function ipv4(text: string): number | undefined {
  let word = 0;
  let part = 0;
  let digits = 0;
  let parts = 1;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign >= ZERO && sign <= NINE) {
      part = part * 10 + sign - ZERO;
      // Leading zeros are refused because some parsers read them as octal.
      if (part > 255 || (digits > 0 && part < 10)) return undefined;
      digits++;
    } else if (sign === DOT && digits > 0 && parts < 4) {
      word = word * 256 + part;
      part = 0;
      digits = 0;
      parts++;
    } else return undefined;
  }
  return parts === 4 && digits > 0 ? word * 256 + part : undefined;
}
