import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KeptKey } from "~models";
import { config } from "./config";
import { createdFirst } from "./create-first";

/** What is kept secret, and how: sealed values, keyed hashes, and keys that are made once and live in the database. */

const KEY_ID = 1;
const IV = 12;
const TAG = 16;

// A list shows fifty sealed passwords; deriving the key costs ten times what opening one does.
const keys = new Map<string, Buffer>();

function derived(purpose: string): Buffer {
  const { DATA_KEY } = config();
  if (!DATA_KEY) throw new Error("DATA_KEY has no value yet.");
  const known = keys.get(DATA_KEY + purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", DATA_KEY, "back-office", purpose, 32));
  keys.set(DATA_KEY + purpose, key);
  return key;
}

/** AES-256-GCM with a random IV; `belongsTo` (table and id) is authenticated, so a value cannot be moved to another row. */
export function seal(plain: string | Buffer, belongsTo: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", derived("seal"), iv).setAAD(Buffer.from(belongsTo));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([KEY_ID]), iv, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made for the same owner. Throws when the key, the owner or a byte is another. */
export function unseal(sealed: Buffer, belongsTo: string): Buffer {
  const iv = sealed.subarray(1, 1 + IV);
  const tag = sealed.subarray(1 + IV, 1 + IV + TAG);
  const decipher = createDecipheriv("aes-256-gcm", derived("seal"), iv).setAAD(Buffer.from(belongsTo)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()]);
}

const carriedBy = (accountId: number) => `carried:${accountId}`;

/** A value that a browser carries from one page to the next and cannot read. */
export const sealCarried = (accountId: number, value: unknown): string =>
  seal(JSON.stringify(value), carriedBy(accountId)).toString("base64url");

/** The carried value; undefined when it was not sealed here for this account. */
export function openCarried(accountId: number, text: string): unknown {
  try {
    return JSON.parse(unseal(Buffer.from(text, "base64url"), carriedBy(accountId)).toString());
  } catch {
    // Whatever is not of our making is nothing, not a fault.
    return undefined;
  }
}

/** A token to hand out: 128 random bits or more, URL-safe. */
export const newToken = (bytes = 24): string => randomBytes(bytes).toString("base64url");

/** How a random token is stored: it has too many bits to be guessed, so a plain hash is enough. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A hash that only the holder of DATA_KEY can compute, for secrets that are looked up by their hash. */
export const keyedHash = (purpose: string, text: string): Buffer =>
  createHmac("sha256", derived(purpose)).update(text).digest();

const ownerOfKey = (name: string) => `kept_keys:${name}`;

/** A key of the database as it is kept, sealed; undefined before its first use. Needs an open transaction. */
export const sealedKey = async (name: string): Promise<Buffer | undefined> => (await KeptKey.findByPk(name))?.sealed;

export const openedKey = (name: string, sealed: Buffer): Buffer => unseal(sealed, ownerOfKey(name));

/** A key of the database, made on first use and the same in every process; kept sealed. Needs an open transaction. */
export async function keptKey(name: string, make: () => Buffer = () => randomBytes(32)): Promise<Buffer> {
  let sealed = await sealedKey(name);
  if (!sealed) {
    await createdFirst(KeptKey, { name, sealed: seal(make(), ownerOfKey(name)) });
    sealed = await sealedKey(name);
  }
  if (!sealed) throw new Error(`The key ${name} was not kept.`);
  return openedKey(name, sealed);
}

/** DATA_KEY and SESSION_SECRET of a server without settings: made once, readable by its user alone. */
export function keepSecrets(folder: string): { DATA_KEY: string; SESSION_SECRET: string } {
  const file = join(folder, "secrets.json");
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify({ DATA_KEY: newToken(32), SESSION_SECRET: newToken(32) }), {
      flag: "wx",
      mode: 0o600,
    });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  }
  return JSON.parse(readFileSync(file, "utf8")) as { DATA_KEY: string; SESSION_SECRET: string };
}

/** Puts the secrets of another server in the place of those that this one has made: its sealed values open with them. */
export function replaceSecrets(folder: string, secrets: { DATA_KEY: string; SESSION_SECRET: string }): void {
  const file = join(folder, "secrets.json");
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
