import { hash } from "node:crypto";

/** 64 bits that stand for one visitor on one type: which address and browser it was cannot be told from them. */
export type Visitor = { readonly high: number; readonly low: number; readonly bits: bigint };

const HEX = 16;

/**
 * The keyed hash of address, user agent and type; the key is the database's, so that all workers agree. SHA-256 behind
 * a key of its block's length: of its 256 bits only 64 are shown, so nothing can be appended to what was hashed, and
 * it costs a third of an HMAC object.
 */
export function visitors(key: Buffer): (address: string, userAgent: string, typeId: number) => Visitor {
  const secret = key.toString("hex");
  return (address, userAgent, typeId) => {
    const digest = hash("sha256", `${secret}${typeId}|${address}|${userAgent}`, "hex");
    return {
      high: parseInt(digest.slice(0, 8), HEX),
      low: parseInt(digest.slice(8, 16), HEX),
      bits: BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)),
    };
  };
}
