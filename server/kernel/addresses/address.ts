import ipaddr from "ipaddr.js";

/** An IP address as unsigned 32-bit words: one for IPv4, four for IPv6. */
export type Words = readonly number[];

/** Parses an IP address. IPv4-mapped IPv6 returns IPv4, and a zone is dropped. Undefined for anything else. */
export function parseAddress(text: string): Words | undefined {
  const short = ipv4(text);
  if (short !== undefined) return [short];
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const long = ipaddr.IPv6.parse(text);
  if (long.isIPv4MappedAddress()) return parseAddress(long.toIPv4Address().toString());
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
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) {
      part = part * 10 + code - ZERO;
      // Leading zeros are refused because some parsers read them as octal.
      if (part > 255 || (digits > 0 && part < 10)) return undefined;
      digits++;
    } else if (code === DOT && digits > 0 && parts < 4) {
      word = word * 256 + part;
      part = 0;
      digits = 0;
      parts++;
    } else return undefined;
  }
  return parts === 4 && digits > 0 ? word * 256 + part : undefined;
}

/** A network, or a single address if `bits` is all of its bits. */
export type Network = { words: Words; bits: number };

/** Parses an address or a network: "192.0.2.7", "192.0.2.0/24", "2001:db8::/32". Undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [address = "", prefix, ...more] = text.split("/");
  const words = address.includes("%") ? undefined : parseAddress(address);
  if (!words || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const maxBits = words.length * 32;
  // The prefix of an IPv4-mapped IPv6 address includes the 96 bits of the mapping.
  const mappedPrefix = prefix !== undefined && maxBits === 32 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? maxBits : Number(prefix) - mappedPrefix;
  return bits >= 0 && bits <= maxBits ? { words, bits } : undefined;
}

/** The words with all bits after the first `bits` set to 0. */
export const maskWords = (bits: number, words: Words): Words =>
  words.map((word, index) => {
    const bitsInWord = Math.min(Math.max(bits - index * 32, 0), 32);
    return bitsInWord === 0 ? 0 : (word & (-1 << (32 - bitsInWord))) >>> 0;
  });

/** The text of a network: a single address has no prefix, IPv6 is shortened, and bits beyond the prefix are 0. */
export function formatNetwork({ words, bits }: Network): string {
  const masked = maskWords(bits, words);
  const [first = 0] = masked;
  const address =
    words.length === 1
      ? [24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join(".")
      : new ipaddr.IPv6(masked.flatMap((word) => [word >>> 16, word & 0xffff])).toString();
  return bits === words.length * 32 ? address : `${address}/${bits}`;
}

/**
 * The first and last address of a range: a single address, a network (192.0.2.0/24) or the first parts of an IPv4
 * address (192.0. or 192.0). Undefined for anything else.
 */
export function addressRange(text: string): { first: string; last: string } | undefined {
  const network = parseNetwork(/^(\d{1,3}\.){1,3}(\d{1,3})?$/.test(text) ? networkFromPartial(text) : text);
  if (!network) return undefined;
  const { words, bits } = network;
  const fullBits = words.length * 32;
  const first = maskWords(bits, words);
  const rest = maskWords(
    bits,
    words.map(() => 0xffffffff),
  );
  const last = first.map((word, index) => (word | ~(rest[index] ?? 0)) >>> 0);
  return {
    first: formatNetwork({ words: first, bits: fullBits }),
    last: formatNetwork({ words: last, bits: fullBits }),
  };
}

function networkFromPartial(text: string): string {
  const parts = text.split(".").filter((part) => part !== "");
  return parts.length === 4 ? text : `${[...parts, 0, 0, 0].slice(0, 4).join(".")}/${parts.length * 8}`;
}

/** Whether an address is in a network. IPv4 and IPv6 never contain each other. */
export const isInNetwork = (address: Words, { words, bits }: Network): boolean =>
  address.length === words.length && maskWords(bits, address).every((word, i) => word === maskWords(bits, words)[i]);

const CUSTOMER_BITS = 64;

/**
 * The network that limits count as one address: for IPv6 its first 64 bits, the size of one customer's network. Null if
 * the text is not an address.
 */
export function networkAddress(ip: string | null): string | null {
  const words = parseAddress(ip ?? "");
  return words ? formatNetwork({ words, bits: words.length === 1 ? 32 : CUSTOMER_BITS }) : null;
}
