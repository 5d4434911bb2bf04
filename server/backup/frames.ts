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

export class Torn extends Error {}

const HEAD = 5;
const LONGEST = 64 * 1024 * 1024;

export function framed(kind: Frame["kind"], payload: Buffer | string): Buffer {
  const body = Buffer.from(payload as string);
  const head = Buffer.alloc(HEAD);
  head.write(kind, 0, "latin1");
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

type Ended = { end: object; sha256: string };

/** The last frame. Its checksum covers everything hashed so far and `end`. */
export function ended(end: object, hash: Hash): Buffer {
  return framed("E", JSON.stringify({ end, sha256: sumWith(end, hash) } satisfies Ended));
}

const sumWith = (end: object, hash: Hash): string => hash.update(JSON.stringify(end)).digest("hex");

/** Yields the frames of a backup in order. Throws Torn if the file is incomplete or altered. */
export async function* framesOf(file: string): AsyncGenerator<Frame> {
  const hash = createHash("sha256");
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on("error", (fault) => plain.destroy(fault));
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;
  try {
    for await (const chunk of source.pipe(plain)) {
      rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
      for (let size = sizeOf(rest); size !== undefined && rest.length >= size; size = sizeOf(rest)) {
        const whole = rest.subarray(0, size);
        rest = rest.subarray(size);
        const kind = whole.toString("latin1", 0, 1) as Frame["kind"];
        const payload = whole.subarray(HEAD);
        if (isOver || !/^[NDE]$/.test(kind)) throw new Torn();
        if (kind !== "E") hash.update(whole);
        else requireSum(JSON.parse(payload.toString()) as Partial<Ended> | null, hash);
        isOver = kind === "E";
        yield { kind, payload };
      }
    }
  } catch (fault) {
    if (/^Z_/.test((fault as { code?: string }).code ?? "") || fault instanceof SyntaxError) throw new Torn();
    throw fault;
  } finally {
    source.destroy();
    plain.destroy();
  }
  if (!isOver || rest.length > 0) throw new Torn();
}

function requireSum(told: Partial<Ended> | null, hash: Hash): void {
  if (!told?.end || told.sha256 !== sumWith(told.end, hash)) throw new Torn();
}

function sizeOf(bytes: Buffer): number | undefined {
  if (bytes.length < HEAD) return undefined;
  const length = bytes.readUInt32BE(1);
  if (length > LONGEST) throw new Torn();
  return HEAD + length;
}
