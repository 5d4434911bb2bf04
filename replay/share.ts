import { createHash } from "node:crypto";

/** A number in [0, 1) that is always the same for the same text and evenly distributed over texts. */
export function share(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** An entry of the list, always the same for the same text. The list must not be empty. */
export function pick<T>(list: readonly T[], text: string): T {
  return list[Math.floor(share(text) * list.length)] as T;
}
