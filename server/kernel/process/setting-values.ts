import { closeSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { areNetworks } from "../addresses/address-tree";
import { isThisMachine } from "../addresses/loopback";
import { isDatabaseAddress, isEncrypted } from "./database-address";

/** The values that settings accept. */

export const flag = z.enum(["on", "off"]).transform((text) => text === "on");
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === "" ? undefined : text), schema);
export const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter(Boolean));

/** A secret in use. Those that sign or encrypt have to be strong, too; see `isStrong`. */
export const secret = z.string().min(16);
/** Secrets with commas between them, so none contains one. */
export const secrets = list.pipe(z.array(secret).min(1));

const MIN_STRONG_LENGTH = 32;
/** Random digits or letters have more different ones. */
const MIN_DISTINCT = 8;

/** True for a secret that was drawn at random, as far as its text shows. */
export const isStrong = (text: string): boolean =>
  Buffer.byteLength(text) >= MIN_STRONG_LENGTH && new Set(text).size >= MIN_DISTINCT;

export const STRONG = `at least ${MIN_STRONG_LENGTH} random characters, as openssl rand -base64 32 prints them`;

const MAX_ID = 255;

/** `id:secret` pairs with commas between them. The id is stored in one byte with every value. */
export const numberedSecrets = list
  .pipe(z.array(z.string().regex(/^\d{1,3}:.{16,}$/)).min(1))
  .transform((pairs) => pairs.map((pair) => ({ id: Number.parseInt(pair, 10), secret: pair.replace(/^\d+:/, "") })))
  .refine((keys) => keys.every(({ id }) => id <= MAX_ID) && new Set(keys.map(({ id }) => id)).size === keys.length);

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/)
  .refine((url) => isDatabaseAddress(url) && isEncrypted(url));

/** The address of this product. Passwords and cookies of people cross a network in it. */
export const ownAddress = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && (/^https:/i.test(text) || isThisMachine(new URL(text).hostname)));

/** Networks with at least this many bits are of one owner: 10.0.0.0/8 and fc00::/7 are the widest private ones. */
const MIN_BITS = { v4: 8, v6: 7 };

/** Addresses or networks of proxies. Networks of the whole internet would let every visitor choose their address. */
export const proxies = list.refine(areNetworks).refine((networks) =>
  networks.every((network) => {
    const [address = "", bits] = network.split("/");
    return bits === undefined || Number(bits) >= (address.includes(":") ? MIN_BITS.v6 : MIN_BITS.v4);
  }),
);

/** Mail to another machine must use TLS and check the certificate, so an address with options against it is refused. */
export function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\/.+/.test(text) || !URL.canParse(text)) return false;
  const { hostname, searchParams } = new URL(text);
  const off = (name: string) => /^(false|0|no)$/i.test(searchParams.get(name) ?? "");
  const on = (name: string) => searchParams.has(name) && !off(name);
  const isOpen = on("ignoreTLS") || on("opportunisticTLS") || off("requireTLS") || off("tls.rejectUnauthorized");
  return isThisMachine(hostname) || !isOpen;
}

const SHA1_LINE = /^[0-9A-F]{40}\b/i;

/** True for a readable file that begins with a SHA-1 hash. */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const beginning = Buffer.alloc(41);
      return SHA1_LINE.test(beginning.toString("latin1", 0, readSync(file, beginning)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
