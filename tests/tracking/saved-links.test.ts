import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { loadHashKeys, loadOrCreateKey, keyedHash, useHashKeys } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { parseAddress } from "../../server/kernel/addresses/address";
import { rotateKeys } from "../../server/keys";
import { ownLinkCodes, savedLinkCodes } from "../../server/links";
import { hasSavedLinks, readSavedLinks, saveLinks } from "../../server/tracking/links/saved-links";
import { aDatabase } from "../world/database";
import { aFolder } from "../world/server";
import { aShop, type Shop } from "./click-world";
import { aSecret } from "./postback-world";

/** The file of links for a start without the database. */
let shop: Shop;
let file: string;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ heard: false, url: "https://shop.example/{agentid}" });
  const DATA_DIR = await aFolder();
  overrideConfig({ DATA_DIR });
  file = path.join(DATA_DIR, "links.saved");
});

const found = async () => {
  const { copy } = (await readSavedLinks()) ?? {};
  return copy?.find(shop.type.siteId, shop.type.id, shop.agent.id);
};

test("the saved links redirect like the links, with the same keys, black list and older codes [TRUST-03]", async () => {
  expect([await hasSavedLinks(), await readSavedLinks()]).toEqual([false, undefined]);
  const ids = { siteId: shop.type.siteId, typeId: shop.type.id, agentId: shop.agent.id };
  await writeTransaction(async () => {
    await execute(sql`INSERT INTO black_list (ip) VALUES ('192.0.2.0/24')`);
    await execute(sql`
      INSERT INTO legacy_links (code, site_id, type_id, agent_id)
      VALUES ('older-code', ${ids.siteId}, ${ids.typeId}, ${ids.agentId})`);
  });
  const secret = await aSecret(ids.siteId);
  await saveLinks();
  const saved = await readSavedLinks();
  if (!saved) throw new Error("Nothing was saved.");
  expect(await found()).toMatchObject({ companyId: shop.agent.companyId, suspended: undefined });
  expect(saved.copy.blackList.covering(parseAddress("192.0.2.77") ?? [])).toBe("192.0.2.0/24");
  expect(saved.copy.legacy.byCode.get("older-code")).toEqual(ids);
  expect(saved.visitorsKey).toEqual(await writeTransaction(() => loadOrCreateKey("visitors")));
  expect(savedLinkCodes(saved.linksKey).decode((await ownLinkCodes()).encode(ids))).toEqual(ids);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const hash = keyedHash("site-secret", secret);
  expect(saved.copy.secrets).toEqual(new Set([hash.toString("hex")]));
  const text = await readFile(file, "utf8");
  expect(text).not.toContain(secret);
  expect(text).not.toContain(saved.visitorsKey.toString("base64"));
});

test("links are saved again when they have changed, and only then", async () => {
  await saveLinks();
  const { ino } = await stat(file);
  await saveLinks();
  expect((await stat(file)).ino).toBe(ino);
  await writeTransaction(async () => {
    await execute(sql`UPDATE types SET active = false WHERE id = ${shop.type.id}`);
    await markLinksChanged();
  });
  await saveLinks();
  expect(await found()).toMatchObject({ suspended: "The link is suspended." });
});

test("the saved keys are saved again when another key has sealed them, with those of hashes [TRUST-03]", async () => {
  await writeTransaction(loadHashKeys);
  const secret = await aSecret(shop.type.siteId);
  const hash = keyedHash("site-secret", secret);
  const NEW = { DATA_KEYS: [{ id: 2, secret: "the-key-that-replaces-the-one-of-tests" }] };
  const { DATA_KEY } = config();
  overrideConfig(NEW);
  await rotateKeys(() => undefined);
  await saveLinks();
  overrideConfig({ DATA_KEY: undefined });
  const saved = await readSavedLinks();
  useHashKeys(saved?.hashKeys ?? Buffer.alloc(0));
  expect(keyedHash("site-secret", secret)).toEqual(hash);
  overrideConfig({ DATA_KEY, DATA_KEYS: [{ id: 1, secret: DATA_KEY ?? "" }, ...NEW.DATA_KEYS] });
  await rotateKeys(() => undefined);
  overrideConfig({ DATA_KEYS: undefined });
  await saveLinks();
});

test("links of another database and an incomplete file are not accepted as saved links [TRUST-03]", async () => {
  const { DATABASE_URL = "" } = config();
  overrideConfig({ DATABASE_URL: DATABASE_URL.replace(/\/[^/]*$/, "/another") });
  expect(await hasSavedLinks()).toBe(false);
  overrideConfig({ DATABASE_URL });
  const whole = await readFile(file, "utf8");
  const lines = whole.trimEnd().split("\n");
  for (const cut of [
    lines.slice(0, -1).join("\n"),
    whole.slice(0, -8),
    [...lines.slice(0, 2), lines.at(-1)].join("\n"),
    "",
  ]) {
    await writeFile(file, cut);
    expect(await hasSavedLinks()).toBe(false);
  }
  await writeFile(file, whole);
  expect(await hasSavedLinks()).toBe(true);
});
