import { afterAll, beforeAll, expect, test } from "vitest";
import { createNamed, linksInText, removeNamed, searchNamed } from "../../server/links";
import { hasSavedLinks, readSavedLinks, saveLinks } from "../../server/tracking/links/saved-links";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent } from "../world/builders";
import { aDatabase } from "../world/database";
import { sql } from "../../server/kernel/database/sql";
import { aShop, change, type Clicking, clicksOf, openClicking, type Shop } from "./click-world";

/** Links that agents save under a name, followed at once by every server. */

let site: Clicking;
let shop: Shop;
const actor = () => shop.agent.actor;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ heard: false });
  site = await openClicking();
  await change(sql`UPDATE types SET allowed_hosts = '{shop.example}' WHERE id = ${shop.type.id}`);
});
afterAll(() => site.close());

const save = (given: object = {}) => ask(createNamed, actor(), { typeId: shop.type.id, name: "Spring", ...given });
const open = async (path: string) => {
  const { status, headers } = await site.open(path);
  return { status, page: headers.location === undefined ? undefined : new URL(String(headers.location)) };
};

test("a saved link is followed by its alias, with its parameters, until it is deleted [HOOK-13]", async () => {
  const saved = await save({ alias: "spring-sale", sub1: "mail & post", sub2: "b", to: "https://shop.example/p" });
  expect(saved).toMatchObject({ alias: "spring-sale", parameters: { sub1: "mail & post", sub2: "b" } });
  expect(saved.link).toMatch(/\/api\/l\/spring-sale$/);
  const { page } = await open("/api/l/spring-sale?sub2=own");
  expect(page?.pathname).toBe("/p");
  const { clickid, ...parameters } = Object.fromEntries(page?.searchParams ?? []);
  expect(parameters).toEqual({ sub1: "mail & post", sub2: "own" });
  const click = (await clicksOf(shop.agent)).find(({ id }) => id === clickid);
  expect(click?.subs).toEqual({ sub1: "mail & post", sub2: "own" });
  expect(await linksInText("https://o.example/api/l/spring-sale")).toMatchObject([
    { shape: "named", agentId: shop.agent.id, typeId: shop.type.id },
  ]);
  await ask(removeNamed, actor(), { id: saved.id });
  await expect.poll(async () => (await open("/api/l/spring-sale")).status, { timeout: 10_000 }).toBe(404);
  expect(await refused(createNamed, actor(), { typeId: shop.type.id, name: "x", alias: "spring-sale" })).toEqual({
    ...{ status: 422, data: { alias: ["This alias is taken."] } },
  });
});

test("an alias is made where none is given, and only their agent sees and deletes links [HOOK-13]", async () => {
  const saved = await save();
  expect(saved.alias).toMatch(/^[a-z2-9]{7}$/);
  expect((await open(`/api/l/${saved.alias}`)).status).toBe(302);
  const other = await anAgent();
  expect((await ask(searchNamed, other.actor)).total).toBe(0);
  expect(await refused(removeNamed, other.actor, { id: saved.id })).toEqual({ status: 404 });
  expect(await refused(searchNamed, (await anAdmin()).actor)).toEqual({ status: 403 });
  expect((await ask(searchNamed, actor())).items.map(({ id }) => id)).toContain(saved.id);
});

test.each([
  [{ alias: "Ab-c" }, "alias"],
  [{ alias: "-abc" }, "alias"],
  [{ alias: "ab" }, "alias"],
  [{ alias: "x".repeat(25) }, "alias"],
  [{ name: "" }, "name"],
  [{ typeId: 2_147_483_647 }, "typeId"],
  [{ to: "https://evil.example/" }, "to"],
  [{ to: "shop.example/p" }, "to"],
])("%j is refused at its field %s [HOOK-13]", async (given, field) => {
  const refusal = await refused(createNamed, actor(), { typeId: shop.type.id, name: "Spring", ...given });
  expect([refusal.status, Object.keys(refusal.data as object)]).toEqual([422, [field]]);
});

test("saved links are in the copy on disk, for a start without the database [HOOK-13]", async () => {
  const saved = await save({ alias: "on-disk", sub1: "a" });
  await saveLinks();
  expect(await hasSavedLinks()).toBe(true);
  const { copy } = (await readSavedLinks())!;
  expect(copy.named.byAlias.get("on-disk")).toEqual({
    ...{ siteId: shop.type.siteId, typeId: shop.type.id, agentId: shop.agent.id, query: "sub1=a" },
  });
  expect(saved.alias).toBe("on-disk");
});
