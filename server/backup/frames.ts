import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/**
 * The format of a backup file: gzip over frames. A frame has one byte for its kind, four for the length of its payload
 * (unsigned, big-endian), then the payload.
 *
 *     N  JSON: header of the backup, of a file or of a table
 *     D  bytes of its content, in any number of frames
 *     E  JSON, the last frame: rows per table, sequence values, and the SHA-256 of everything
 */
export type Frame = { kind: "N" | "D" | "E"; payload: Buffer };

export class CorruptBackup extends Error {}

const HEAD = 5;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export function encodeFrame(kind: Frame["kind"], payload: Buffer | string): Buffer {
  const body = Buffer.from(payload as string);
  const head = Buffer.alloc(HEAD);
  head.write(kind, 0, "latin1");
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

type Ended = { end: object; sha256: string };

/** The last frame. Its checksum covers everything hashed so far and `end`. */
export function ended(end: object, hash: Hash): Buffer {
  return encodeFrame("E", JSON.stringify({ end, sha256: checksum(end, hash) } satisfies Ended));
}

const checksum = (end: object, hash: Hash): string => hash.update(JSON.stringify(end)).digest("hex");

/** Yields the frames of a backup in order. Throws CorruptBackup if the file is incomplete or altered. */
export async function* framesOf(file: string): AsyncGenerator<Frame> {
  const hash = createHash("sha256");
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on("error", (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;
  try {
    for await (const chunk of source.pipe(plain)) {
      rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
      for (let size = sizeOf(rest); size !== undefined && rest.length >= size; size = sizeOf(rest)) {
        const frame = rest.subarray(0, size);
        rest = rest.subarray(size);
        const kind = frame.toString("latin1", 0, 1) as Frame["kind"];
        const payload = frame.subarray(HEAD);
        if (isOver || !/^[NDE]$/.test(kind)) throw new CorruptBackup();
        if (kind !== "E") hash.update(frame);
        else requireSum(JSON.parse(payload.toString()) as Partial<Ended> | null, hash);
        isOver = kind === "E";
        yield { kind, payload };
      }
    }
  } catch (error) {
    if (/^Z_/.test((error as { code?: string }).code ?? "") || error instanceof SyntaxError) throw new CorruptBackup();
    throw error;
  } finally {
    source.destroy();
    plain.destroy();
  }
  if (!isOver || rest.length > 0) throw new CorruptBackup();
}

function requireSum(endFrame: Partial<Ended> | null, hash: Hash): void {
  if (!endFrame?.end || endFrame.sha256 !== checksum(endFrame.end, hash)) throw new CorruptBackup();
}

function sizeOf(bytes: Buffer): number | undefined {
  if (bytes.length < HEAD) return undefined;
  const length = bytes.readUInt32BE(1);
  if (length > MAX_FRAME_BYTES) throw new CorruptBackup();
  return HEAD + length;
}
