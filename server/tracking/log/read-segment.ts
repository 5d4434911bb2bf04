import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { framed, END, HEADER, isEnd, nextIntact, parseAt } from "./segment";

export type LogRecord = { payload: Buffer; start: number; end: number };
/** Damaged bytes before intact records, or the rest of a segment to which nothing is added. */
export type Damage = { bytes: Buffer; isTorn: boolean };

const CHUNK_BYTES = 1 << 20;

type Parsing = {
  /** The bytes reach to the end of the segment. */
  isAll: boolean;
  /** Nothing is added to the segment any more, so what is not complete never will be. */
  isOver: boolean;
};

/**
 * The records that the bytes begin with, what is damaged between them, and the number of bytes that these take. The bytes
 * after them are the beginning of a record whose rest has not been read, or has not been written yet.
 */
export function parseRecords(bytes: Buffer, { isAll, isOver }: Parsing) {
  const records: LogRecord[] = [];
  const damage: Damage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const parsed = parseAt(bytes, at);
    if (typeof parsed !== "string") {
      const end = at + 8 + parsed.length;
      records.push({ payload: parsed, start: at, end });
      at = end;
      continue;
    }
    if (parsed === "incomplete" && !(isAll && isOver)) break;
    const next = nextIntact(bytes, at);
    if (next === undefined && !(isAll && isOver)) break;
    damage.push({ bytes: bytes.subarray(at, next), isTorn: next === undefined });
    at = next ?? bytes.length;
  }
  return { records, damage, used: at };
}

/** Reads a segment from a position on, while it is written. */
export class SegmentReader {
  #file: FileHandle | undefined;
  #chunkBytes = CHUNK_BYTES;

  constructor(
    private readonly folder: string,
    readonly name: string,
    private position: number,
  ) {}

  /** Everything before it has been read. */
  get readTo(): number {
    return this.position;
  }

  /**
   * The next records up to `size`, about 1 MB; none if the last one is not complete. Throws for a file of another program.
   */
  async read(size: number, isOver: boolean): Promise<{ records: LogRecord[]; damage: Damage[] }> {
    const file = (this.#file ??= await this.#open());
    for (;;) {
      const wanted = Math.min(this.#chunkBytes, size - this.position);
      if (wanted <= 0) return { records: [], damage: [] };
      const bytes = await readFully(file, this.position, wanted);
      const { records, damage, used } = parseRecords(bytes, { isAll: this.position + bytes.length >= size, isOver });
      if (used === 0 && bytes.length === this.#chunkBytes) {
        this.#chunkBytes *= 2;
        continue;
      }
      this.#chunkBytes = CHUNK_BYTES;
      const base = this.position;
      this.position += used;
      return {
        records: records.map(({ payload, start, end }) => ({ payload, start: base + start, end: base + end })),
        damage,
      };
    }
  }

  /** Whether the segment has its end mark. */
  async isClosed(size: number): Promise<boolean> {
    const file = (this.#file ??= await this.#open());
    const mark = framed(END);
    if (size < HEADER.length + mark.length) return false;
    return (await readFully(file, size - mark.length, mark.length)).equals(mark);
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
  }

  async #open(): Promise<FileHandle> {
    const name = path.join(this.folder, this.name);
    const file = await open(name, "r");
    const header = await readFully(file, 0, HEADER.length);
    if (header.equals(HEADER.subarray(0, header.length))) return file;
    await file.close();
    throw new Error(`${name} is not a click log of this program.`);
  }
}

async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    const { bytesRead } = await file.read(bytes, count, length - count, position + count);
    if (bytesRead === 0) break;
    count += bytesRead;
  }
  return bytes.subarray(0, count);
}

export { isEnd };
