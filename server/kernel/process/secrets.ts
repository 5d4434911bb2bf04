import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoredKey } from "~models";
import { config, SettingError } from "./config";
import { createIfAbsent } from "../../../models/create-if-absent";

/** Sealed values, keyed hashes, and keys that are generated once and stored in the database. */

const KEY_ID = 1;
const IV = 12;
const TAG = 16;

// A list shows fifty sealed passwords, and deriving the key costs ten times as much as opening one.
const keys = new Map<string, Buffer>();

function deriveKey(purpose: string): Buffer {
  const { DATA_KEY } = config();
  if (!DATA_KEY) throw new Error("DATA_KEY has no value yet.");
  const known = keys.get(DATA_KEY + purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", DATA_KEY, "back-office", purpose, 32));
  keys.set(DATA_KEY + purpose, key);
  return key;
}

/** AES-256-GCM with a random IV. `context` (table and id) is authenticated: a value cannot move to another row. */
export function seal(plain: string | Buffer, context: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("seal"), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([KEY_ID]), iv, cipher.getAuthTag(), body]);
}

/** Opens a value sealed for the same owner. Throws if the key, the owner or any byte differs. */
export function unseal(sealed: Buffer, context: string): Buffer {
  const iv = sealed.subarray(1, 1 + IV);
  const tag = sealed.subarray(1 + IV, 1 + IV + TAG);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey("seal"), iv).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]);
}

const accountContext = (accountId: number) => `carried:${accountId}`;

/** Seals a value that the browser carries from one page to the next and cannot read; base64url. */
export const sealForAccount = (accountId: number, value: unknown): string =>
  seal(JSON.stringify(value), accountContext(accountId)).toString("base64url");

/** Opens a carried value; undefined if it was not sealed by this server for this account. */
export function unsealForAccount(accountId: number, text: string): unknown {
  try {
    return JSON.parse(unseal(Buffer.from(text, "base64url"), accountContext(accountId)).toString());
  } catch {
    // A value that this server did not seal is bad input, not a fault.
    return undefined;
  }
}

/** A random URL-safe token of `bytes` bytes; at least 16 (128 bits). */
export const newToken = (bytes = 24): string => randomBytes(bytes).toString("base64url");

const CHECKSUM_LENGTH = 8;

const checksumOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, CHECKSUM_LENGTH);

/**
 * A token that secret scanners recognize without asking the server: `prefix`, 64 random hex digits and a checksum, the
 * first 8 hex digits of the SHA-256 of everything before it.
 */
export function newScannableToken(prefix: string, digits = randomBytes(32).toString("hex")): string {
  const text = prefix + digits;
  return text + checksumOf(text);
}

/** False for a token in the form of `newScannableToken` that was mistyped or invented. */
export const hasPlausibleChecksum = (token: string, prefix: string): boolean =>
  !/^[0-9a-f]{72}$/.test(token.slice(prefix.length)) ||
  checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);

/** The stored form of a random token. It is too long to be guessed, so a plain hash is enough. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A hash that only the holder of DATA_KEY can compute, for secrets that are looked up by their hash. */
export const keyedHash = (purpose: string, text: string): Buffer =>
  createHmac("sha256", deriveKey(purpose)).update(text).digest();

const keyContext = (name: string) => `kept_keys:${name}`;

/** The sealed form of a key stored in the database; undefined before its first use. Requires an open transaction. */
export const findSealedKey = async (name: string): Promise<Buffer | undefined> =>
  (await StoredKey.findByPk(name))?.sealed;

/** Throws a SettingError if the key was sealed with a different DATA_KEY. */
export function unsealKey(name: string, sealed: Buffer): Buffer {
  try {
    return unseal(sealed, keyContext(name));
  } catch {
    throw new SettingError("DATA_KEY is wrong: it takes the secret that this database was first used with.");
  }
}

/** A key stored sealed in the database: made on first use, shared by all processes. Requires an open transaction. */
export async function loadOrCreateKey(name: string, make: () => Buffer = () => randomBytes(32)): Promise<Buffer> {
  let sealed = await findSealedKey(name);
  if (!sealed) {
    await createIfAbsent(StoredKey, { name, sealed: seal(make(), keyContext(name)) });
    sealed = await findSealedKey(name);
  }
  if (!sealed) throw new Error(`The key ${name} was not kept.`);
  return unsealKey(name, sealed);
}

/** DATA_KEY and SESSION_SECRET of a server without settings. Generated once, in a file that only its user can read. */
export function loadOrCreateSecrets(folder: string): { DATA_KEY: string; SESSION_SECRET: string } {
  const file = join(folder, "secrets.json");
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify({ DATA_KEY: newToken(32), SESSION_SECRET: newToken(32) }), {
      flag: "wx",
      mode: 0o600,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return JSON.parse(readFileSync(file, "utf8")) as { DATA_KEY: string; SESSION_SECRET: string };
}

/** Replaces this server's secrets with those of another server, whose sealed values can then be opened here. */
export function replaceSecrets(folder: string, secrets: { DATA_KEY: string; SESSION_SECRET: string }): void {
  const file = join(folder, "secrets.json");
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
