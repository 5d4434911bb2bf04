import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * The file of a spool, whatever its records hold:
 *
 *     8 bytes              "spool 1\n"
 *     then each record:
 *       4 bytes            length of the payload, unsigned, the highest byte first
 *       4 bytes            CRC32 of the payload, the same
 *       length bytes       payload
 *
 * Records are only added at the end, and one counts when its group was synced. A machine that dies in between leaves a
 * tail that is torn: too short, or with another sum. Nobody was told of it, so it is passed over.
 */
export const HEAD = Buffer.from("spool 1\n");
const BEFORE = 8;
/** No request weighs more: a length above it is none. */
const LARGEST = 4_000_000;
const PIECE = 1 << 20;

export const fits = (payload: Buffer): boolean => payload.length > 0 && payload.length <= LARGEST;

/** A record as it is written; its payload fits. */
export function framed(payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(BEFORE + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeUInt32BE(crc32(payload), 4);
  payload.copy(bytes, BEFORE);
  return bytes;
}

/**
 * The payloads of a file in their order, read piece by piece. A record whose sum is wrong is passed over alone; where
 * no record can begin the rest is. `torn` is told how many bytes that was.
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
