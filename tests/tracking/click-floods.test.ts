import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAddress } from "../../server/kernel/addresses/address";
import { AddressRate } from "../../server/tracking/clicks/address-rate";
import { fewSubs } from "../../server/tracking/clicks/subs";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { aShop, aVisitor, BROWSER, type Clicking, clicksOf, openClicking } from "./click-world";

let site: Clicking;
beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  site = await openClicking({ CLICK_RATE: 1 });
});
afterAll(() => site.close());

const SUB = "s".repeat(255);

test("an address that clicks too often fills no table with browsers and parameters, and its redirects stay the same", async () => {
  const shop = await aShop();
  const address = aVisitor();
  const before = await figure("clicks_shortened_total");
  const open = (i: number, from = address) =>
    site.open(`${shop.path}?sub1=${SUB}&sub2=two`, {
      ...{
        "X-Forwarded-For": from,
        "User-Agent": `${BROWSER} ${i}`,
        Referer: `https://blog.example/${"r".repeat(500)}`,
      },
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => open(i)));
  const others = await open(99, aVisitor());
  for (const { status, headers } of [...answers, others]) {
    expect(status).toBe(302);
    expect(headers.location).toContain(SUB);
    expect(headers.location).toContain("sub2=two");
  }
  const clicks = await clicksOf(shop.agent);
  const [whole, short] = [clicks.filter(({ ua }) => ua !== null), clicks.filter(({ ua }) => ua === null)];
  expect([whole.length, short.length]).toEqual([11, 2]);
  for (const { referer, subs } of whole) expect([referer?.length, subs]).toEqual([521, { sub1: SUB, sub2: "two" }]);
  for (const click of short) {
    expect([click.referer?.length, click.subs, click.class, click.ip]).toEqual([255, { sub1: SUB }, 0, address]);
  }
  expect((await figure("clicks_shortened_total")) - before).toBe(2);
});

test("an IPv6 network counts as one address, the next minute starts at 0, and without a rate there is no limit", () => {
  const rate = new AddressRate(2);
  const words = (text: string) => parseAddress(text) ?? [];
  const [one, same, other] = [words("2001:db8:1:2::1"), words("2001:db8:1:2:ff::"), words("2001:db8:1:3::1")];
  expect([one, same, same, other].map((address) => rate.exceeded(address, 1_000))).toEqual([false, false, true, false]);
  expect(rate.exceeded(one, 60_999)).toBe(true);
  expect(rate.exceeded(one, 61_000)).toBe(false);
  // The clock was set back.
  expect([1, 2, 3].map(() => rate.exceeded(one, -500_000))).toEqual([false, false, true]);
  const off = new AddressRate(0);
  expect([1, 2].map(() => off.exceeded(one, 1))).toEqual([false, false]);
});

test("of the sub IDs of such a click those stay that fit into 255 characters", () => {
  expect(fewSubs(null)).toBeNull();
  expect(fewSubs({ sub1: "a".repeat(200), sub2: "b".repeat(56), sub3: "c".repeat(55) })).toEqual({
    sub1: "a".repeat(200),
    sub3: "c".repeat(55),
  });
  expect(fewSubs({ sub1: "a".repeat(256) })).toBeNull();
});
