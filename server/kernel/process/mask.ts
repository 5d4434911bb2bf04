import { beginningOf } from "../text/truncate";

const SECRET = /password|recovery|^captcha|^totp|^otp|(token|secret|authorization|cookie)$/i;
/** A key and its value in the query string of an address within a text: `/reset?token=…`. */
const IN_ADDRESS = /([?&]([\w.-]+)=)[^&#\s]+/g;
const DEEPEST = 20;
const CUT = "…";
/** Bytes reserved for the marks of cut values, at most one for each depth. */
const MARKS = 16 * (DEEPEST + 1);

type Copying = { secret: readonly string[]; longest: number; left: number };

/** A copy of `value` for storage: secrets become ***, strings are cut at 20,000 characters, Dates become ISO text. */
export const masked = (value: unknown, secret: readonly string[] = []): unknown =>
  copied(value, { secret, longest: 20_000, left: Infinity }, 0);

/** `masked` for a log: strings are cut at 1,000 characters, and the JSON at `bytes`, which must be at least 400. */
export const maskedWithin = (bytes: number, value: unknown, secret: readonly string[] = []): unknown =>
  copied(value, { secret, longest: 1_000, left: bytes - MARKS }, 0);

const isSecret = (key: string, secret: readonly string[]) => SECRET.test(key) || secret.includes(key);

function copied(value: unknown, copying: Copying, depth: number): unknown {
  if (typeof value === "string") return fitted(maskedText(value, copying.longest), copying);
  if (value instanceof Date) return fitted(value.toISOString(), copying);
  if (isBinary(value)) return fitted(`${lengthOf(value)} bytes`, copying);
  if (value === null || typeof value !== "object") return fitted(value, copying);
  if (depth > DEEPEST || !take(copying, 2)) return CUT;
  return Array.isArray(value) ? items(value, copying, depth) : entries(value, copying, depth);
}

function items(list: readonly unknown[], copying: Copying, depth: number): unknown[] {
  const made: unknown[] = [];
  for (const item of list) {
    if (!take(copying, 1)) return [...made, CUT];
    made.push(copied(item, copying, depth + 1));
  }
  return made;
}

function entries(given: object, copying: Copying, depth: number): Record<string, unknown> {
  const made: [string, unknown][] = [];
  for (const [key, item] of Object.entries(given)) {
    if (!take(copying, sizeOf(key) + 2)) {
      made.push([CUT, CUT]);
      break;
    }
    made.push([key, isSecret(key, copying.secret) ? fitted("***", copying) : copied(item, copying, depth + 1)]);
  }
  return Object.fromEntries(made);
}

function maskedText(value: string, longest: number): string {
  const start = value.length > 2 * longest ? beginningOf(value, 2 * longest) : value;
  const text = start.replace(IN_ADDRESS, (whole, before: string, key: string) =>
    SECRET.test(key) ? `${before}***` : whole,
  );
  return text.length > longest ? `${beginningOf(text, longest)}${CUT}` : text;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- JSON.stringify(undefined) returns undefined
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** Reserves `bytes`. After the first value that does not fit, none fits, so each depth has at most one mark. */
function take(copying: Copying, bytes: number): boolean {
  copying.left = bytes <= copying.left ? copying.left - bytes : -1;
  return copying.left >= 0;
}

const fitted = (value: unknown, copying: Copying): unknown =>
  copying.left === Infinity || take(copying, sizeOf(value)) ? value : CUT;

type Binary = ArrayBufferView | Blob;
const isBinary = (value: unknown): value is Binary => ArrayBuffer.isView(value) || value instanceof Blob;

const MOST_NAMES = 50;
const LONGEST_NAME = 64;

/** Summarizes input that was not validated as the names of its fields and the lengths of their values. */
export function outlined(value: unknown, secret: readonly string[] = []): object {
  if (value === undefined) return {};
  const isPlain = typeof value === "object" && value !== null && !isBinary(value);
  const fields: [string, unknown][] = isPlain ? Object.entries(value) : [["", value]];
  if (fields.length === 0) return {};
  const lengths = fields
    .slice(0, MOST_NAMES)
    .map(([name, item]) => [maskedText(name, LONGEST_NAME), isSecret(name, secret) ? "***" : lengthOf(item)]);
  return { lengths: Object.fromEntries(lengths) as object };
}

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Blob) return value.size;
  if (typeof value === "object" && value !== null) return Object.keys(value).length;
  return value === undefined || value === null ? 0 : String(value).length;
}
