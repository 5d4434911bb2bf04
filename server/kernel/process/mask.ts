import { truncate } from "../text/truncate";

const SECRET = /password|recovery|^captcha|^totp|^otp|(token|secret|authorization|cookie)$/i;
/** A key and its value in the query string of an address within a text: `/reset?token=…`. */
const IN_ADDRESS = /([?&]([\w.-]+)=)[^&#\s]+/g;
const MAX_DEPTH = 20;
const CUT = "…";
/** Bytes reserved for the marks of cut values, at most one for each depth. */
const MARKS_RESERVE = 16 * (MAX_DEPTH + 1);

type MaskState = { secret: readonly string[]; longest: number; left: number };

/** A copy of `value` for storage: secrets become ***, strings are cut at 20,000 characters, Dates become ISO text. */
export const mask = (value: unknown, secret: readonly string[] = []): unknown =>
  maskValue(value, { secret, longest: 20_000, left: Infinity }, 0);

/** `mask` for a log: strings are cut at 1,000 characters, and the JSON at `bytes`, which must be at least 400. */
export const maskWithin = (bytes: number, value: unknown, secret: readonly string[] = []): unknown =>
  maskValue(value, { secret, longest: 1_000, left: bytes - MARKS_RESERVE }, 0);

const isSecret = (key: string, secret: readonly string[]) => SECRET.test(key) || secret.includes(key);

function maskValue(value: unknown, state: MaskState, depth: number): unknown {
  if (typeof value === "string") return cutToFit(maskText(value, state.longest), state);
  if (value instanceof Date) return cutToFit(value.toISOString(), state);
  if (isBinary(value)) return cutToFit(`${lengthOf(value)} bytes`, state);
  if (value === null || typeof value !== "object") return cutToFit(value, state);
  if (depth > MAX_DEPTH || !reserve(state, 2)) return CUT;
  return Array.isArray(value) ? maskArray(value, state, depth) : maskObject(value, state, depth);
}

function maskArray(list: readonly unknown[], state: MaskState, depth: number): unknown[] {
  const result: unknown[] = [];
  for (const item of list) {
    if (!reserve(state, 1)) return [...result, CUT];
    result.push(maskValue(item, state, depth + 1));
  }
  return result;
}

function maskObject(record: object, state: MaskState, depth: number): Record<string, unknown> {
  const result: [string, unknown][] = [];
  for (const [key, item] of Object.entries(record)) {
    if (!reserve(state, sizeOf(key) + 2)) {
      result.push([CUT, CUT]);
      break;
    }
    result.push([key, isSecret(key, state.secret) ? cutToFit("***", state) : maskValue(item, state, depth + 1)]);
  }
  return Object.fromEntries(result);
}

function maskText(value: string, maxLength: number): string {
  const start = value.length > 2 * maxLength ? truncate(value, 2 * maxLength) : value;
  const text = start.replace(IN_ADDRESS, (whole, before: string, key: string) =>
    SECRET.test(key) ? `${before}***` : whole,
  );
  return text.length > maxLength ? `${truncate(text, maxLength)}${CUT}` : text;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- JSON.stringify(undefined) returns undefined
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** Reserves `bytes`. After the first value that does not fit, none fits, so each depth has at most one mark. */
function reserve(state: MaskState, bytes: number): boolean {
  state.left = bytes <= state.left ? state.left - bytes : -1;
  return state.left >= 0;
}

const cutToFit = (value: unknown, state: MaskState): unknown =>
  state.left === Infinity || reserve(state, sizeOf(value)) ? value : CUT;

type Binary = ArrayBufferView | Blob;
const isBinary = (value: unknown): value is Binary => ArrayBuffer.isView(value) || value instanceof Blob;

const MAX_NAMES = 50;
const MAX_NAME_LENGTH = 64;

/** Summarizes input that was not validated as the names of its fields and the lengths of their values. */
export function outline(value: unknown, secret: readonly string[] = []): object {
  if (value === undefined) return {};
  const isPlain = typeof value === "object" && value !== null && !isBinary(value);
  const fields: [string, unknown][] = isPlain ? Object.entries(value) : [["", value]];
  if (fields.length === 0) return {};
  const lengths = fields
    .slice(0, MAX_NAMES)
    .map(([name, item]) => [maskText(name, MAX_NAME_LENGTH), isSecret(name, secret) ? "***" : lengthOf(item)]);
  return { lengths: Object.fromEntries(lengths) as object };
}

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Blob) return value.size;
  if (typeof value === "object" && value !== null) return Object.keys(value).length;
  return value === undefined || value === null ? 0 : String(value).length;
}
