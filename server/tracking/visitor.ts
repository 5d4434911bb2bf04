import { createHmac, createSecretKey } from "node:crypto";

/** 64 bits that stand for one visitor on one type: which address and browser it was cannot be told from them. */
export type Visitor = { readonly high: number; readonly low: number; readonly text: string };

/** The keyed hash of address, user agent and type; the key is the database's, so that all workers agree. */
export function visitors(key: Buffer): (address: string, userAgent: string, typeId: number) => Visitor {
  const secret = createSecretKey(key);
  return (address, userAgent, typeId) => {
    const hash = createHmac("sha256", secret).update(`${typeId}|${address}|${userAgent}`).digest();
    return { high: hash.readUInt32BE(0), low: hash.readUInt32BE(4), text: hash.readBigInt64BE(0).toString() };
  };
}
