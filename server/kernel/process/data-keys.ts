import { hkdfSync } from "node:crypto";
import { config } from "./config";
import { type DataKey, dataKeysIn, FIRST_ID } from "./secret-settings";
import { SettingError } from "./setting-error";

/** The keys that encrypt data in the database, and what derives from them. */

/** The keys of this process. */
export const dataKeys = (): readonly DataKey[] => dataKeysIn(config());

/** The key that seals new values. Throws if there is none. */
export function sealingKey(): DataKey {
  const [first] = dataKeys();
  if (!first) throw new Error("DATA_KEY has no value yet.");
  return first;
}

export const findDataKey = (id: number | undefined): DataKey | undefined => dataKeys().find((key) => key.id === id);

/** The values were sealed with a key that the settings do not name. */
export class MissingKey extends SettingError {
  constructor(id: number) {
    super(
      `A key is missing: the database holds values sealed with key ${id}. Please add it to DATA_KEYS as ` +
        `${id}:KEY${id === FIRST_ID ? ", or set it as DATA_KEY" : ""}.`,
    );
  }
}

/** The key has the id of one that sealed values, but cannot open them. */
export class WrongKey extends SettingError {
  constructor(id: number) {
    super(
      dataKeys().length === 1 && id === FIRST_ID
        ? "DATA_KEY is wrong: it takes the secret that this database was first used with."
        : `DATA_KEYS is wrong: its key ${id} is not the one that sealed values in this database.`,
    );
  }
}

// A list shows fifty sealed passwords, and deriving the key costs ten times as much as opening one.
const derived = new Map<string, Buffer>();

/** The 32 bytes that `key` yields for a purpose. */
export function deriveKey({ secret }: DataKey, purpose: string): Buffer {
  const known = derived.get(secret + purpose);
  if (known) return known;
  const key = expand(secret, purpose);
  derived.set(secret + purpose, key);
  return key;
}

/** HKDF with SHA-256: 32 bytes from a secret for a purpose. */
export const expand = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "back-office", purpose, 32));
