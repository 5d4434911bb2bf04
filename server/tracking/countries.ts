import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { wordsOf, type Words } from "../kernel/address";

const PACKAGE = "@ip-location-db/geo-whois-asn-country";
const COMMA = 44;
const LINE_END = 10;
const COLON = 58;
const NONE = 0;

/** Ranges in the order of their first address: its words, and the two letters of the country, 0 for none. */
type Table = { words: 1 | 4; starts: Uint32Array; codes: Uint16Array; length: number };

/** Answers the two-letter country of an address, "" when it is unknown. */
export type CountryOf = (address: Words) => string;

let known: CountryOf | undefined;
/** The table of this process, read when it is first asked for. */
export const countries = (): CountryOf => (known ??= readCountries());

/** Reads the packaged table of countries: about 7 MB in memory, a quarter of a second. */
export function readCountries(): CountryOf {
  const find = createRequire(import.meta.url).resolve;
  const short = readTable(readFileSync(find(`${PACKAGE}/geo-whois-asn-country-ipv4-num.csv`)), 1);
  const long = readTable(readFileSync(find(`${PACKAGE}/geo-whois-asn-country-ipv6.csv`)), 4);
  const names = new Map<number, string>([[0, ""]]);
  return (address) => {
    const table = address.length === 1 ? short : long;
    const code = table.codes[lastUpTo(table, address)] ?? 0;
    let name = names.get(code);
    if (name === undefined) names.set(code, (name = String.fromCharCode(code >>> 8, code & 255)));
    return name;
  };
}

/** The country of an address given as text, "" when it is unknown or no address. */
export function countryOfText(countryOf: CountryOf, address: string): string {
  const words = wordsOf(address);
  return words ? countryOf(words) : "";
}

/** Lines `first,last,CC` in the order of their first address; a range inside another one comes after it and wins. */
function readTable(bytes: Uint8Array, words: 1 | 4): Table {
  const most = countLines(bytes) * 2;
  const table = { words, starts: new Uint32Array(most * words), codes: new Uint16Array(most), length: 0 };
  const read = words === 1 ? readDecimal : readIpv6;
  const first = new Uint32Array(words);
  const open: Open[] = [];
  const spare: Open[] = [];
  const endUpTo = (address: Uint32Array | undefined) => {
    for (let range = open.at(-1); range; range = open.at(-1)) {
      if (address && (!range.ends || compare(range.after, address) > 0)) return;
      spare.push(range);
      open.pop();
      const outer = open.at(-1);
      const goesOn = outer && (!outer.ends || compare(range.after, outer.after) < 0);
      if (range.ends) add(table, range.after, goesOn ? outer.code : NONE);
    }
  };
  for (let at = 0; at < bytes.length;) {
    at = read(bytes, at, first) + 1;
    endUpTo(first);
    const range = spare.pop() ?? { after: new Uint32Array(words), ends: true, code: NONE };
    at = read(bytes, at, range.after) + 1;
    range.ends = raise(range.after);
    range.code = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    open.push(range);
    add(table, first, range.code);
    at = bytes.indexOf(LINE_END, at) + 1 || bytes.length;
  }
  endUpTo(undefined);
  return { ...table, starts: table.starts.slice(0, table.length * words), codes: table.codes.slice(0, table.length) };
}

/** A range that has begun: the address behind it (unless it reaches the last there is) and its country. */
type Open = { after: Uint32Array; ends: boolean; code: number };

function countLines(bytes: Uint8Array): number {
  let lines = 1;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines++;
  return lines;
}

function add(table: Table, start: Uint32Array, code: number): void {
  const order = table.length > 0 ? compare(table.starts, start, (table.length - 1) * table.words) : -1;
  // A range that another one outlasts has ended already; what begins at the same address again wins.
  if (order > 0) return;
  if (order === 0) table.length--;
  table.starts.set(start, table.length * table.words);
  table.codes[table.length++] = code;
}

/** The next address, in place; false when there is none. */
function raise(address: Uint32Array): boolean {
  for (let i = address.length - 1; i >= 0; i--) {
    address[i] = (address[i] ?? 0) + 1;
    if (address[i] !== 0) return true;
  }
  return false;
}

function compare(a: ArrayLike<number>, b: ArrayLike<number>, from = 0): number {
  for (let i = 0; i < b.length; i++) {
    const difference = (a[from + i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The last range that starts at the address or before it; -1 when there is none. */
function lastUpTo({ starts, words, length }: Table, address: Words): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(starts, address, middle * words) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readDecimal(bytes: Uint8Array, at: number, into: Uint32Array): number {
  let value = 0;
  for (; bytes[at] !== COMMA; at++) value = value * 10 + (bytes[at] ?? 0) - 48;
  into[0] = value;
  return at;
}

const group = new Uint16Array(8);

function readIpv6(bytes: Uint8Array, at: number, into: Uint32Array): number {
  let count = 0;
  let gap = -1;
  group.fill(0);
  for (let value = 0, digits = 0; ; at++) {
    const sign = bytes[at] ?? COMMA;
    if (sign !== COLON && sign !== COMMA) {
      value = (value << 4) | (sign > 57 ? (sign | 32) - 87 : sign - 48);
      digits++;
      continue;
    }
    if (digits > 0) group[count++] = value;
    else if (sign === COLON) gap = count;
    value = digits = 0;
    if (sign === COMMA) break;
  }
  // What follows "::" stands at the end; between are zeros.
  if (gap >= 0) group.copyWithin(8 - (count - gap), gap, count).fill(0, gap, 8 - (count - gap));
  for (let i = 0; i < 4; i++) into[i] = (((group[i * 2] ?? 0) << 16) | (group[i * 2 + 1] ?? 0)) >>> 0;
  return at;
}
