import { createCipheriv, createHmac, hkdfSync } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { seal, unseal } from "../../server/kernel/process/secrets";

const OLD = "the-key-of-a-version-before-DATA_KEYS";
const NEW = "a-key-that-comes-first-from-now-on-42";
const before = config();
afterEach(() => void overrideConfig(before));

/** The format of former versions: 1, a random IV, the tag and the text, under a key derived from DATA_KEY. */
function sealedBefore(text: string, context: string): Buffer {
  const iv = Buffer.alloc(12, 7);
  const key = Buffer.from(hkdfSync("sha256", OLD, "back-office", "seal", 32));
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body]);
}

test("a value that was sealed before keys had ids opens with DATA_KEY, alone or behind another key", () => {
  const value = sealedBefore("a password", "accounts:1");
  for (const DATA_KEYS of [undefined, [{ id: 2, secret: NEW }]]) {
    overrideConfig({ DATA_KEY: OLD, DATA_KEYS });
    expect(unseal(value, "accounts:1").toString()).toBe("a password");
    expect(() => unseal(value, "accounts:2")).toThrow();
  }
});

test("the first key seals, and a value says which key it needs", () => {
  overrideConfig({ DATA_KEY: OLD, DATA_KEYS: [{ id: 2, secret: NEW }] });
  const value = seal("a password", "accounts:1");
  expect(value[0]).toBe(2);
  overrideConfig({ DATA_KEY: OLD, DATA_KEYS: undefined });
  expect(() => unseal(value, "accounts:1")).toThrow(
    "A key is missing: the database holds values sealed with key 2. Please add it to DATA_KEYS as 2:KEY.",
  );
  overrideConfig({ DATA_KEY: undefined, DATA_KEYS: [{ id: 2, secret: NEW }] });
  expect(unseal(value, "accounts:1").toString()).toBe("a password");
  expect(() => unseal(sealedBefore("a password", "accounts:1"), "accounts:1")).toThrow(
    "A key is missing: the database holds values sealed with key 1. Please add it to DATA_KEYS as 1:KEY, or set it as DATA_KEY.",
  );
});

test("hashes are those of former versions while DATA_KEY is the only key, and are not guessed with others", async () => {
  // A process that has loaded the keys keeps them.
  vi.resetModules();
  const settings = await import("../../server/kernel/process/config");
  const { keyedHash } = await import("../../server/kernel/process/secrets");
  settings.overrideConfig({ DATA_KEY: OLD, DATA_KEYS: undefined });
  const key = Buffer.from(hkdfSync("sha256", OLD, "back-office", "site-secret", 32));
  expect(keyedHash("site-secret", "x")).toEqual(createHmac("sha256", key).update("x").digest());
  settings.overrideConfig({ DATA_KEY: OLD, DATA_KEYS: [{ id: 2, secret: NEW }] });
  expect(() => keyedHash("site-secret", "x")).toThrow("The keys of hashes have not been loaded.");
});
