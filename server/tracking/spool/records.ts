import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * The format of a spool file, independent of the contents of its records:
 *
 *     8 bytes              "spool 1\n"
 *     then each record:
 *       4 bytes            length of the payload, unsigned, big-endian
 *       4 bytes            CRC32 of the payload, unsigned, big-endian
 *       length bytes       payload
 *
 * Records are only appended, and a record counts once its group has been synced. A crash before the sync leaves a torn
 * tail: too short, or with a wrong checksum. It was never acknowledged, so it is skipped.
 */
export const HEAD = Buffer.from("spool 1\n");
const BEFORE = 8;
/** Larger than any request, so a greater length is not a valid record. */
const LARGEST = 4_000_000;
const PIECE = 1 << 20;

export const fits = (payload: Buffer): boolean => payload.length > 0 && payload.length <= LARGEST;

/** Frames a payload as a record. The payload must pass `fits`. */
export function framed(payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(BEFORE + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeUInt32BE(crc32(payload), 4);
  payload.copy(bytes, BEFORE);
  return bytes;
}

/**
 * Yields the payloads of a file in order, read in pieces of 1 MB. A record with a wrong checksum is skipped. If a
 * length is invalid, the rest of the file is skipped. `torn` is called with the number of bytes skipped. Throws if the
 * file does not begin with HEAD.
 */
export async function* payloadsOf(path: string, torn: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    let rest: Buffer = Buffer.alloc(0);
    let begun = false;
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      rest = rest.length === 0 ? buffer.subarray(0, bytesRead) : Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      if (!begun && rest.length >= HEAD.length) {
        if (!rest.subarray(0, HEAD.length).equals(HEAD)) throw new Error(`${path} is no spool of this program.`);
        rest = rest.subarray(HEAD.length);
        begun = true;
      }
      while (begun && rest.length >= BEFORE) {
        const length = rest.readUInt32BE(0);
        if (length === 0 || length > LARGEST) return torn(rest.length + (await leftOf(file)));
        if (rest.length < BEFORE + length) break;
        const payload = rest.subarray(BEFORE, BEFORE + length);
        if (crc32(payload) === rest.readUInt32BE(4)) yield payload;
        else torn(BEFORE + length);
        rest = rest.subarray(BEFORE + length);
      }
      if (bytesRead === 0) return rest.length > 0 ? torn(rest.length) : undefined;
    }
  } finally {
    await file.close();
  }
}

type File = Awaited<ReturnType<typeof open>>;

async function leftOf(file: File): Promise<number> {
  let left = 0;
  for (;;) {
    const { bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
    if (bytesRead === 0) return left;
    left += bytesRead;
  }
}
