import { randomFillSync } from "node:crypto";
import { sql, type Statement } from "../../kernel/database/sql";

/** A UUID version 7 in lower case: 48 bits of milliseconds since 1970 (`at`), then 74 random bits. */
export function clickId(at: number): string {
  if (used === POOL) {
    randomFillSync(random);
    used = 0;
  }
  const high = Math.floor(at / 0x1_0000_0000);
  const low = at >>> 0;
  const r = used;
  used += RANDOM_BYTES;
  return (
    `${pair(high >>> 8)}${pair(high)}${pair(low >>> 24)}${pair(low >>> 16)}-${pair(low >>> 8)}${pair(low)}` +
    `-${pair(0x70 | (byte(r) & 0x0f))}${pair(byte(r + 1))}-${pair(0x80 | (byte(r + 2) & 0x3f))}${pair(byte(r + 3))}` +
    `-${pair(byte(r + 4))}${pair(byte(r + 5))}${pair(byte(r + 6))}${pair(byte(r + 7))}${pair(byte(r + 8))}${pair(byte(r + 9))}`
  );
}

/** The time of a click in milliseconds since 1970, from its ID. The ID must be in the format of `clickId`. */
export const clickedAt = (id: string): number => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The same in SQL, as a timestamp with milliseconds. */
export const clickMoment = (id: Statement): Statement =>
  sql`(timestamptz 'epoch' + ('x' || translate(left(${id}::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond')`;

const RANDOM_BYTES = 10;
const POOL = RANDOM_BYTES * 1024;
const random = new Uint8Array(POOL);
let used = POOL;

const byte = (index: number) => random[index] ?? 0;
const pairs = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));
const pair = (value: number) => pairs[value & 255] ?? "";
