import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { DAY_MS } from "../../server/kernel/time/durations";

const CHUNK = 256 * 1024;
const MOST_PER_ROW = 4 * 1024;
const MICROS = 1000;
/** The database's epoch for its microseconds, 2000-01-01, in milliseconds since 1970. */
const EPOCH = 946_684_800_000;
/** The signature, no flags, no extension. */
const HEADER = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const IPV4 = 2;
const JSONB_VERSION = 1;

/**
 * Writes rows by COPY in its binary form, which costs both sides a third of the text form. A row is `row(n)` and then n
 * values. Await `flush` now and then, so that memory stays small however slow the server is.
 */
export class BinaryCopy {
  #chunk = Buffer.allocUnsafe(CHUNK);
  #at = 0;
  readonly #stream;
  readonly #done: Promise<void>;

  constructor(client: pg.Client, table: string, columns: readonly string[]) {
    this.#stream = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN (FORMAT binary)`));
    // The server may reject the COPY midway, when nothing awaits the promise.
    this.#done = finished(this.#stream);
    this.#done.catch(() => undefined);
    this.#at = HEADER.copy(this.#chunk);
  }

  row(values: number): void {
    this.#at = this.#chunk.writeInt16BE(values, this.#at);
  }

  nothing(): void {
    this.#at = this.#chunk.writeInt32BE(-1, this.#at);
  }

  integer(value: number): void {
    this.#at = this.#chunk.writeInt32BE(4, this.#at);
    this.#at = this.#chunk.writeInt32BE(value, this.#at);
  }

  small(value: number): void {
    this.#at = this.#chunk.writeInt32BE(2, this.#at);
    this.#at = this.#chunk.writeInt16BE(value, this.#at);
  }

  flag(value: boolean): void {
    this.#at = this.#chunk.writeInt32BE(1, this.#at);
    this.#at = this.#chunk.writeUInt8(value ? 1 : 0, this.#at);
  }

  /** A timestamptz of whole milliseconds since 1970. */
  moment(value: number): void {
    const micros = (value - EPOCH) * MICROS;
    this.#at = this.#chunk.writeInt32BE(8, this.#at);
    this.#at = this.#chunk.writeInt32BE(Math.floor(micros / 2 ** 32), this.#at);
    this.#at = this.#chunk.writeUInt32BE(micros >>> 0, this.#at);
  }

  /** A date as days since 2000-01-01. */
  day(value: number): void {
    this.integer(value);
  }

  /** Bytes in the type's own binary form: uuid, bigint, text. */
  bytes(value: Buffer): void {
    this.#at = this.#chunk.writeInt32BE(value.length, this.#at);
    this.#at += value.copy(this.#chunk, this.#at);
  }

  /** A jsonb from its JSON text. */
  json(value: Buffer): void {
    this.#at = this.#chunk.writeInt32BE(value.length + 1, this.#at);
    this.#at = this.#chunk.writeUInt8(JSONB_VERSION, this.#at);
    this.#at += value.copy(this.#chunk, this.#at);
  }

  /** An inet with a single IPv4 address. */
  address(value: number): void {
    this.#at = this.#chunk.writeInt32BE(8, this.#at);
    this.#at = this.#chunk.writeUInt8(IPV4, this.#at);
    this.#at = this.#chunk.writeUInt8(32, this.#at);
    this.#at = this.#chunk.writeUInt16BE(4, this.#at);
    this.#at = this.#chunk.writeUInt32BE(value, this.#at);
  }

  /** True when the chunk should be flushed before another row begins. */
  get full(): boolean {
    return this.#at > CHUNK - MOST_PER_ROW;
  }

  async flush(): Promise<void> {
    const ready = this.#stream.write(this.#chunk.subarray(0, this.#at));
    this.#chunk = Buffer.allocUnsafe(CHUNK);
    this.#at = 0;
    if (!ready) await Promise.race([once(this.#stream, "drain"), this.#done]);
  }

  async end(): Promise<void> {
    this.#at = this.#chunk.writeInt16BE(-1, this.#at);
    this.#stream.end(this.#chunk.subarray(0, this.#at));
    await this.#done;
  }
}

/** Days since 2000-01-01 of a calendar day. */
export const dayNumber = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS;
