import { crc32c } from "./crc32c";

/**
 * The format of a segment of the log, independent of the contents of its records:
 *
 *     12 bytes             "click log 1\n"
 *     then each record:
 *       4 bytes            length of the payload, unsigned, big-endian
 *       4 bytes            CRC-32C of the payload, unsigned, big-endian
 *       length bytes       payload
 *
 * Records are only appended, and nothing is ever written over. The payload END closes a segment. Without it, a writer that
 * died may have left a torn record at the end, which was never acknowledged.
 */
export const HEADER = Buffer.from("click log 1\n");
export const RECORD_HEADER_SIZE = 8;
/** Larger than any request, so a greater length is not a valid record. */
const MAX_PAYLOAD = 4_000_000;

export const END = Buffer.of(0);
export const isEnd = (payload: Buffer): boolean => payload.length === 1 && payload[0] === 0;

export const fits = (length: number): boolean => length > 0 && length <= MAX_PAYLOAD;

/** Writes the header of the record whose payload has been written behind it. */
export function seal(bytes: Buffer, at: number, length: number): void {
  bytes.writeUInt32BE(length, at);
  bytes.writeUInt32BE(crc32c(bytes, at + RECORD_HEADER_SIZE, at + RECORD_HEADER_SIZE + length), at + 4);
}

/** A payload as a record. The payload must pass `fits`. */
export function framed(payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_HEADER_SIZE + payload.length);
  payload.copy(bytes, RECORD_HEADER_SIZE);
  seal(bytes, 0, payload.length);
  return bytes;
}

/** The payload of the record at a position, or why there is none: not enough bytes, or other ones. */
export type Parsed = Buffer | "incomplete" | "invalid";

export function parseAt(bytes: Buffer, at: number): Parsed {
  const rest = bytes.length - at;
  if (rest < 4) return "incomplete";
  const length = bytes.readUInt32BE(at);
  if (!fits(length)) return "invalid";
  if (rest < RECORD_HEADER_SIZE + length) return "incomplete";
  const from = at + RECORD_HEADER_SIZE;
  const isIntact = crc32c(bytes, from, from + length) === bytes.readUInt32BE(at + 4);
  return isIntact ? bytes.subarray(from, from + length) : "invalid";
}

/** The position of the first intact record after `at`; undefined if there is none. */
export function nextIntact(bytes: Buffer, at: number): number | undefined {
  for (let next = at + 1; next <= bytes.length - RECORD_HEADER_SIZE; next++) {
    if (parseAt(bytes, next) instanceof Buffer) return next;
  }
  return undefined;
}
