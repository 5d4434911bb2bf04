import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AllowedHosts, deepLinkError } from "../../server/types/allowed-hosts";
import { sql } from "../../server/kernel/database/sql";
import { subsOf } from "../../server/tracking/clicks/subs";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { aShop, change, type Clicking, clicksOf, openClicking, type Shop } from "./click-world";

/** Pages of the site that a link names, and parameters of campaigns. */

let site: Clicking;
let shop: Shop;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ url: "https://shop.example/in?ref=net&tid={clickid}&s={sub1}&g={gclid}", heard: false });
  site = await openClicking();
  await change(sql`UPDATE types SET allowed_hosts = '{shop.example,m.shop.example:8443}' WHERE id = ${shop.type.id}`);
});
afterAll(() => site.close());

const open = async (query: string) => {
  const { status, headers } = await site.open(`${shop.path}?${query}`);
  expect(status).toBe(302);
  return new URL(String(headers.location));
};
const to = (address: string) => `to=${encodeURIComponent(address)}`;

test("a deep link leads to a page of an allowed host, with the parameters of the link's own target [HOOK-11]", async () => {
  const page = await open(`sub1=a&${to("https://shop.example/p/7?size=4&tid=forged#top")}`);
  expect([page.origin, page.pathname, page.hash]).toEqual(["https://shop.example", "/p/7", "#top"]);
  const { tid, ...others } = Object.fromEntries(page.searchParams);
  expect(others).toEqual({ size: "4", ref: "net", s: "a", g: "" });
  expect((await clicksOf(shop.agent)).map(({ id }) => id)).toContain(tid);
  expect((await open(to("https://m.shop.example:8443/x"))).host).toBe("m.shop.example:8443");
});

test.each([
  "https://evil.example/",
  "https://shop.example.evil.example/",
  "https://shop.example:444/",
  "https://m.shop.example/",
  "https://shop.example@evil.example/",
  "https://user:secret@shop.example/",
  "https://evil.example\\@shop.example/",
  "//shop.example/x",
  "javascript:alert(1)",
  "https://",
])("to=%s is refused without losing the click [HOOK-11]", async (address) => {
  const before = (await clicksOf(shop.agent)).length;
  const page = await open(to(address));
  expect([page.host, page.pathname]).toEqual(["shop.example", "/in"]);
  expect((await clicksOf(shop.agent)).length).toBe(before + 1);
});

test("an address that is too long is refused without losing the click [HOOK-11]", async () => {
  expect((await open(to(`https://shop.example/${"x".repeat(2_000)}`))).pathname).toBe("/in");
});

test("without allowed hosts no page is followed [HOOK-11]", async () => {
  const other = await aShop();
  const { headers } = await site.open(`${other.path}?${to("https://shop.example/p")}`);
  expect(String(headers.location)).toMatch(/^https:\/\/shop\.example\/in\?clickid=/);
});

test("gclid, fbclid and utm parameters are kept with the click, and passed on where the target has their macro [HOOK-12]", async () => {
  const page = await open("gclid=G1&fbclid=F1&utm_source=mail&utm_id=9&sub2=b");
  const { tid: id, ...others } = Object.fromEntries(page.searchParams);
  expect(others).toEqual({ ref: "net", s: "", g: "G1", sub2: "b" });
  const click = first((await clicksOf(shop.agent)).filter((one) => one.id === id));
  expect(click.subs).toEqual({ gclid: "G1", fbclid: "F1", utm_source: "mail", sub2: "b" });
  expect([subsOf("a=1&b=2"), subsOf("utm%5Fterm=x"), subsOf("utm_term=")]).toEqual([null, { utm_term: "x" }, null]);
});

describe("the hosts of a link", () => {
  test("are read from lines or a list, in lower case and once", () => {
    const read = (texts: string[]) => AllowedHosts.parse(texts);
    expect(read(["Shop.example\n\n shop.example ", "b\u00fccher.example:8443"])).toEqual([
      "shop.example",
      "xn--bcher-kva.example:8443",
    ]);
    for (const wrong of ["https://shop.example", "shop.example/p", "a b", "*", "shop.example:99999", "a@b"])
      expect(AllowedHosts.safeParse([wrong]).success, wrong).toBe(false);
  });

  test("need the click ID outside of the path", () => {
    expect(deepLinkError("https://s.example/{clickid}/p", ["s.example"])).toContain("query or the fragment");
    expect(deepLinkError("https://s.example/%7Bclickid%7D", [])).toBeUndefined();
    expect(deepLinkError("https://s.example/p#{clickid}", ["s.example"])).toBeUndefined();
  });
});
