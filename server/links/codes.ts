import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { SettingError } from "../kernel/process/config";

/** The link encoded in a code. */
export type Coded = { siteId: number; typeId: number; agentId: number };
/** A key for codes. The id, 0 to 255, is the first byte of every code made with the key. */
export type LinkKey = { id: number; secret: Buffer };

/**
 * A code is 24 bytes, written as 32 URL-safe characters: the key's id (1 byte), a tag over id and content (11), and the
 * ids of site, type and agent (4 each), encrypted by AES-CTR with the tag as counter block. The same link therefore
 * always has the same code, and any changed bit invalidates the tag (docs/decisions/0011-tracked-links-and-clicks.md).
 */
export type LinkCodes = {
  /** The link's code under the newest key. */
  encode(link: Coded): string;
  /** The link of a code; undefined if none of the keys made it. */
  decode(code: string): Coded | undefined;
};

const TAG = 11;
const CONTENT = 12;
const SHAPE = /^[A-Za-z0-9_-]{32}$/;

type DerivedKey = { id: number; sealing: Buffer; signing: Buffer };

/**
 * Codes under `keys`, newest first. New codes use the first key; codes made with the others stay valid. Throws a
 * RangeError without keys.
 */
export function linkCodes(keys: readonly LinkKey[]): LinkCodes {
  const derivedKeys = keys.map(deriveKey);
  const byId = new Map(derivedKeys.map((key) => [key.id, key]));
  const newest = derivedKeys[0];
  if (!newest) throw new RangeError("Codes need a key.");
  return {
    encode({ siteId, typeId, agentId }) {
      const content = Buffer.alloc(CONTENT);
      [siteId, typeId, agentId].forEach((id, index) => content.writeUInt32BE(id, index * 4));
      const tag = tagOf(newest, content);
      const sealed = createCipheriv("aes-256-ctr", newest.sealing, counterBlock(tag)).update(content);
      return Buffer.concat([Buffer.of(newest.id), tag, sealed]).toString("base64url");
    },
    decode(code) {
      if (!SHAPE.test(code)) return undefined;
      const bytes = Buffer.from(code, "base64url");
      const key = byId.get(bytes[0] ?? -1);
      if (!key) return undefined;
      const tag = bytes.subarray(1, 1 + TAG);
      const content = createDecipheriv("aes-256-ctr", key.sealing, counterBlock(tag)).update(bytes.subarray(1 + TAG));
      if (!timingSafeEqual(tag, tagOf(key, content))) return undefined;
      const [siteId, typeId, agentId] = [0, 4, 8].map((at) => content.readUInt32BE(at)) as [number, number, number];
      return { siteId, typeId, agentId };
    },
  };
}

function deriveKey({ id, secret }: LinkKey): DerivedKey {
  const part = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "link-codes", purpose, 32));
  return { id, sealing: part("seal"), signing: part("sign") };
}

const tagOf = ({ id, signing }: DerivedKey, content: Buffer) =>
  createHmac("sha256", signing).update(Buffer.of(id)).update(content).digest().subarray(0, TAG);

const counterBlock = (tag: Buffer) => Buffer.concat([tag, Buffer.alloc(16 - TAG)]);

const MAX_MARKS = 4;

/** The text as a code, then without marks of emphasis at its end, which codes may contain too: _…/api/l/code_ */
export function* withoutEmphasis(text: string): Generator<string> {
  yield text;
  const [marks = ""] = /[-_]*$/.exec(text.slice(-MAX_MARKS)) ?? [];
  for (let count = 1; count <= marks.length; count++) yield text.slice(0, -count);
}

/** Parses LINK_KEYS: comma-separated `id:base64` pairs, newest first. Throws a SettingError. */
export function parseLinkKeys(text: string): LinkKey[] {
  const wrong = () =>
    new SettingError("LINK_KEYS is wrong: it takes id:base64 pairs, newest first, ids from 0 to 255, each once.");
  const keys = text.split(",").map((pair) => {
    const [id = "", secret = ""] = pair.split(":");
    return { id: Number(id), secret: Buffer.from(secret, "base64") };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw wrong();
  if (keys.some(({ id, secret }) => !(id <= 255) || secret.length < 16)) throw wrong();
  return keys;
}
