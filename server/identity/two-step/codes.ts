import { createHmac, timingSafeEqual } from "node:crypto";

/** One-time codes as authenticator apps make them: RFC 6238 with SHA-1, six digits and steps of 30 seconds. */

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that a clock may be off, either way. */
const DRIFT = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const stepOf = (moment: Date): number => Math.floor(moment.getTime() / STEP_MS);

/** The code of a step: dynamic truncation of RFC 4226, section 5.3. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** The step around `moment` whose code was typed; undefined for none. */
export function matchingStep(secret: Buffer, typed: string, moment: Date): number | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined;
  const present = stepOf(moment);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, i) => present - DRIFT + i);
  return steps.findLast((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(typed)));
}

/** RFC 4648, without padding: how a secret is written for people and for apps. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}
