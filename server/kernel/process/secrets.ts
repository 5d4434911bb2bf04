import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoredKey } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import { now } from "../time/now";
import { dataKeys, deriveKey, expand, findDataKey, MissingKey, sealingKey, WrongKey } from "./data-keys";
import { FIRST_ID } from "./secret-settings";
import { SettingError } from "./setting-error";

/** Sealed values, keyed hashes, and keys that are generated once and stored in the database. */

const ID = 1;
const IV = 12;
const TAG = 16;

/**
 * AES-256-GCM with a random IV, after the id of the key in one byte. `context` (table and id) is authenticated: a value
 * cannot move to another row.
 */
export function seal(plain: string | Buffer, context: string): Buffer {
  const iv = randomBytes(IV);
  const key = sealingKey();
  const cipher = createCipheriv("aes-256-gcm", deriveKey(key, "seal"), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([key.id]), iv, cipher.getAuthTag(), body]);
}

/** Opens a value sealed for the same owner. Throws MissingKey, or if the key, the owner or any byte differs. */
export function unseal(sealed: Buffer, context: string): Buffer {
  const key = findDataKey(sealed[0]);
  if (!key) throw new MissingKey(sealed[0] ?? 0);
  const iv = sealed.subarray(ID, ID + IV);
  const tag = sealed.subarray(ID + IV, ID + IV + TAG);
  const secret = deriveKey(key, "seal");
  const decipher = createDecipheriv("aes-256-gcm", secret, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(ID + IV + TAG)), decipher.final()]);
}

/** Seconds for which a value is valid that the browser carries to the next page and cannot read, by its purpose. */
const CARRIED_SECONDS = { shown: 60, confirm: 15 * 60, address: 10 * 60, passkey: 5 * 60 };
type Purpose = keyof typeof CARRIED_SECONDS;

const carriedContext = (purpose: Purpose, accountId: number) => `carried:${purpose}:${accountId}`;

/**
 * The bytes of a text that the server gave out as base64url. Throws for another spelling of the same bytes: Node skips
 * what it cannot read, and a text that is compared or hashed must have one form.
 */
export function fromBase64Url(text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new Error("This is not base64url as the server writes it.");
  return bytes;
}

/** Seals a value for one purpose and one account; base64url. */
export function sealForAccount(purpose: Purpose, accountId: number, value: unknown): string {
  const until = now().getTime() + CARRIED_SECONDS[purpose] * 1_000;
  return seal(JSON.stringify({ value, until }), carriedContext(purpose, accountId)).toString("base64url");
}

/** Opens it; undefined if this server did not seal it for this purpose and account, or if it is too old. */
export function unsealForAccount(purpose: Purpose, accountId: number, text: string): unknown {
  try {
    const sealed = fromBase64Url(text);
    const opened = JSON.parse(unseal(sealed, carriedContext(purpose, accountId)).toString()) as Carried;
    return opened.until > now().getTime() ? opened.value : undefined;
  } catch {
    // A value that this server did not seal is bad input, not a fault.
    return undefined;
  }
}

type Carried = { value: unknown; until: number };

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

/**
 * Purposes of hashes whose keys were derived from DATA_KEY before it could be replaced. Keys of other purposes derive from
 * the first stored key.
 */
const HASHES = "hashes";
const FIRST_PURPOSES = [HASHES, "site-secret", "recovery-code", "idempotency", "image", "sign-in-step"];
const HASH_KEY = 32;

const hashKeysOf = (secret: string | Buffer): Buffer =>
  Buffer.concat(FIRST_PURPOSES.map((purpose) => expand(secret, purpose)));

let hashKeys: Buffer | undefined;

/**
 * Loads the keys of hashes, which never change, because a hash cannot be computed again without its secret. They are
 * stored sealed, so they outlast the key that they were derived from. Creates them on first use. Requires an open
 * transaction.
 */
export async function loadHashKeys(): Promise<void> {
  const first = findDataKey(FIRST_ID);
  hashKeys = await loadOrCreateKey(HASHES, () => hashKeysOf(first ? first.secret : randomBytes(HASH_KEY)));
}

/** Uses the sealed keys of hashes that were saved beside the links. */
export function useHashKeys(sealed: Buffer): void {
  hashKeys = unsealKey(HASHES, sealed);
}

/** The key of hashes for a purpose. While nothing was loaded, and DATA_KEY is the only key, it is derived as it was stored. */
function hashKey(purpose: string): Buffer {
  const at = FIRST_PURPOSES.indexOf(purpose);
  if (hashKeys) {
    const key = hashKeys.subarray(Math.max(at, 0) * HASH_KEY).subarray(0, HASH_KEY);
    return at > 0 ? key : expand(key, purpose);
  }
  const [first, ...others] = dataKeys();
  if (first?.id !== FIRST_ID || others.length > 0) throw new Error("The keys of hashes have not been loaded.");
  return at > 0 ? deriveKey(first, purpose) : expand(deriveKey(first, HASHES), purpose);
}

/** A hash that only this deployment can compute, for secrets that are looked up by their hash. */
export const keyedHash = (purpose: string, text: string): Buffer =>
  createHmac("sha256", hashKey(purpose)).update(text).digest();

/** Shows whether two keys are the same without showing them. */
export const keyCheckOf = (id: number): string | undefined => {
  const key = findDataKey(id);
  return key && createHmac("sha256", deriveKey(key, "backup")).update("key check").digest("hex");
};

/** The owner to which a stored key is bound. */
export const keyContext = (name: string): string => `kept_keys:${name}`;

/** The sealed form of a key stored in the database; undefined before its first use. Requires an open transaction. */
export const findSealedKey = async (name: string): Promise<Buffer | undefined> =>
  (await StoredKey.findByPk(name))?.sealed;

/** Throws a SettingError if no key of the settings opens it. */
export function unsealKey(name: string, sealed: Buffer): Buffer {
  try {
    return unseal(sealed, keyContext(name));
  } catch (error) {
    throw error instanceof SettingError ? error : new WrongKey(sealed[0] ?? 0);
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
