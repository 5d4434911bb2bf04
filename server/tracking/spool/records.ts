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
export const FILE_HEADER = Buffer.from("spool 1\n");
const RECORD_HEADER_SIZE = 8;
/** Larger than any request, so a greater length is not a valid record. */
const MAX_PAYLOAD = 4_000_000;
const CHUNK_SIZE = 1 << 20;

export const fits = (payload: Buffer): boolean => payload.length > 0 && payload.length <= MAX_PAYLOAD;

/** Frames a payload as a record. The payload must pass `fits`. */
export function framed(payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_HEADER_SIZE + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeUInt32BE(crc32(payload), 4);
  payload.copy(bytes, RECORD_HEADER_SIZE);
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
    let buffered: Buffer = Buffer.alloc(0);
    let isHeaderRead = false;
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_SIZE), 0, CHUNK_SIZE, null);
      buffered =
        buffered.length === 0
          ? buffer.subarray(0, bytesRead)
          : Buffer.concat([buffered, buffer.subarray(0, bytesRead)]);
      if (!isHeaderRead && buffered.length >= FILE_HEADER.length) {
        if (!buffered.subarray(0, FILE_HEADER.length).equals(FILE_HEADER))
          throw new Error(`${path} is not a spool of this program.`);
        buffered = buffered.subarray(FILE_HEADER.length);
        isHeaderRead = true;
      }
      while (isHeaderRead && buffered.length >= RECORD_HEADER_SIZE) {
        const length = buffered.readUInt32BE(0);
        if (length === 0 || length > MAX_PAYLOAD) return torn(buffered.length + (await remainingBytes(file)));
        if (buffered.length < RECORD_HEADER_SIZE + length) break;
        const payload = buffered.subarray(RECORD_HEADER_SIZE, RECORD_HEADER_SIZE + length);
        if (crc32(payload) === buffered.readUInt32BE(4)) yield payload;
        else torn(RECORD_HEADER_SIZE + length);
        buffered = buffered.subarray(RECORD_HEADER_SIZE + length);
      }
      if (bytesRead === 0) return buffered.length > 0 ? torn(buffered.length) : undefined;
    }
  } finally {
    await file.close();
  }
}

type File = Awaited<ReturnType<typeof open>>;

async function remainingBytes(file: File): Promise<number> {
  let total = 0;
  for (;;) {
    const { bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_SIZE), 0, CHUNK_SIZE, null);
    if (bytesRead === 0) return total;
    total += bytesRead;
  }
}
