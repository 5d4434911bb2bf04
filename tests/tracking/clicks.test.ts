import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overrideConfig } from "../../server/kernel/process/config";
import { inNewTransaction } from "../../server/kernel/database/transactions";
import { dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { ownLinkCodes } from "../../server/links";
import { clickedAt } from "../../server/tracking/clicks/click-id";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { first } from "../world/first";
import {
  aShop,
  aVisitor,
  BROWSER,
  change,
  type Clicking,
  clicksOf,
  measuresOf,
  openClicking,
  read,
  type Shop,
} from "./click-world";

let site: Clicking;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openClicking();
});
afterAll(() => site.close());

const codeOf = async ({ agent, type }: Shop) =>
  (await inNewTransaction(ownLinkCodes)).encode({ siteId: type.siteId, typeId: type.id, agentId: agent.id });
test("a direct link redirects with 302, no-store and noindex once the click is stored [TRACK-01, TRACK-08]", async () => {
  const { path, agent, office, type } = await aShop();
  const before = Date.now();
  const { status, headers, body } = await site.open(path, {
    "X-Forwarded-For": "8.8.8.8",
    Referer: "https://blog.example/a",
  });
  expect([status, body, headers["cache-control"], headers["x-robots-tag"]]).toEqual([
    302,
    "",
    "no-store",
    "noindex, nofollow",
  ]);
  const click = first(await clicksOf(agent));
  expect(headers.location).toBe(`https://shop.example/in?clickid=${click.id}`);
  expect(headers["x-request-id"]).toBe(click.id);
  expect(click).toMatchObject({
    agent_id: agent.id,
    company_id: office.id,
    site_id: type.siteId,
    type_id: type.id,
    class: 0,
    reason: null,
    is_unique: true,
    flags: 0,
    geo: "US",
    ip: "8.8.8.8",
    ua: BROWSER,
    referer: "https://blog.example/a",
    subs: null,
  });
  expect(click.clicked_at.getTime()).toBe(clickedAt(click.id));
  expect(click.clicked_at.getTime()).toBeGreaterThanOrEqual(before);
  expect(click.clicked_at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await measuresOf(agent)).toEqual({ hits: 1, raws: 1, uniques: 1 });
});

test("a click's delta has its New York day, office, type, flags and country", async () => {
  const { path, agent, office, type } = await aShop({ avp: true, useApproveSale: true });
  await site.open(path, { "X-Forwarded-For": "1.0.1.5" });
  const click = first(await clicksOf(agent));
  const deltas = await read(sql`
    SELECT day::text, company_id, site_id, type_id, flags, geo, hits, raws, uniques, events, sales
    FROM stats_delta WHERE agent_id = ${agent.id}`);
  expect(deltas).toEqual([
    {
      ...{ day: dayOf(click.clicked_at), company_id: office.id, site_id: type.siteId, type_id: type.id },
      ...{ flags: 3, geo: "CN", hits: 1, raws: 1, uniques: 1, events: 0, sales: 0 },
    },
  ]);
});

test("an encoded link redirects like the direct one, with the same code each time [TRACK-02]", async () => {
  const shop = await aShop();
  const code = await codeOf(shop);
  expect(await codeOf(shop)).toBe(code);
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await site.open(`/api/l/${code}`);
    expect([status, headers["cache-control"], headers["x-robots-tag"]]).toEqual([302, "no-store", "noindex, nofollow"]);
    const click = first((await clicksOf(shop.agent)).slice(-1));
    expect(headers.location).toBe(`https://shop.example/in?clickid=${click.id}`);
  }
});

test("a code with one changed character is a 404 over HTTP [TRACK-03]", async () => {
  const shop = await aShop();
  const code = await codeOf(shop);
  for (let at = 0; at < 32; at++) {
    const sign = code[at] === "A" ? "B" : "A";
    const { status } = await site.open(`/api/l/${code.slice(0, at)}${sign}${code.slice(at + 1)}`);
    expect(status).toBe(404);
  }
  expect(await clicksOf(shop.agent)).toEqual([]);
});

test("sub1 to sub5 are stored with the click and passed on, and other parameters are not [TRACK-06]", async () => {
  const { path, agent } = await aShop({ url: "https://shop.example/in?sub2=own&x={sub3}" });
  const query = "sub1=a%20b&sub1=second&sub2=c&sub3=%C3%A9&sub4=&sub5=n%00ul&sub6=no&evil=1";
  const { headers } = await site.open(`${path}?${query}`);
  const click = first(await clicksOf(agent));
  expect(click.subs).toEqual({ sub1: "a b", sub2: "c", sub3: "é", sub5: "nul" });
  expect(headers.location).toBe(`https://shop.example/in?sub2=own&x=%C3%A9&clickid=${click.id}&sub1=a%20b&sub5=nul`);
});

test("visitors' unusual texts are stored unchanged, within limits", async () => {
  const { path, agent } = await aShop();
  const referer = `https://blog.example/"quoted"\\{},NULL'; DROP TABLE clicks;--`;
  const agentText = `Mozilla "5.0" \\ {x},NULL ${"y".repeat(3_000)}`;
  const sub1 = `"\\{},NULL`;
  await site.open(`${path}?sub1=${encodeURIComponent(sub1)}&sub2=${"z".repeat(400)}`, {
    Referer: referer,
    "User-Agent": agentText,
  });
  const click = first(await clicksOf(agent));
  expect([click.referer, click.ua, click.subs]).toEqual([
    referer,
    agentText.slice(0, 1_000),
    { sub1, sub2: "z".repeat(255) },
  ]);
});

test("a cut text ends with a whole character, and a referer after 2,000 characters", async () => {
  const { path, agent } = await aShop();
  const referer = `https://blog.example/${"r".repeat(3_000)}`;
  const { status } = await site.open(`${path}?sub1=${"a".repeat(254)}${encodeURIComponent("😀")}`, {
    Referer: referer,
  });
  expect(status).toBe(302);
  const click = first(await clicksOf(agent));
  expect([click.referer, click.subs]).toEqual([referer.slice(0, 2_000), { sub1: `${"a".repeat(254)}\uFFFD` }]);
});

test("HEAD is answered like a click, without an id, and never counted [TRACK-07]", async () => {
  const { path, agent } = await aShop({ url: "https://shop.example/in?a={agentid}" });
  const { status, headers, body } = await site.open(`${path}?sub1=x`, {}, "HEAD");
  expect([status, headers.location, body]).toEqual([302, `https://shop.example/in?a=${agent.id}&sub1=x`, ""]);
  expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  expect(await clicksOf(agent)).toEqual([]);
});

test("other methods are refused with the allowed ones and store nothing", async () => {
  const { path, agent } = await aShop();
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
    const { status, headers } = await site.open(path, {}, method);
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
  }
  expect(await clicksOf(agent)).toEqual([]);
});

describe("a suspended link", () => {
  const cases: [string, (shop: Shop) => ReturnType<typeof sql>, RegExp][] = [
    [
      "site suspended",
      ({ type }) => sql`UPDATE sites SET active = false WHERE id = ${type.siteId}`,
      /site is suspended/,
    ],
    ["type suspended", ({ type }) => sql`UPDATE types SET active = false WHERE id = ${type.id}`, /link is suspended/],
    [
      "agent suspended",
      ({ agent }) => sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`,
      /agent is suspended/,
    ],
    [
      "agent unapproved",
      ({ agent }) => sql`UPDATE accounts SET approved = false WHERE id = ${agent.accountId}`,
      /not approved/,
    ],
    [
      "office suspended",
      ({ office }) => sql`UPDATE accounts SET active = false WHERE id = ${office.accountId}`,
      /office is suspended/,
    ],
    [
      "site not enabled for the agent",
      ({ agent }) => sql`DELETE FROM agent_sites WHERE agent_id = ${agent.id}`,
      /not enabled for the agent/,
    ],
    [
      "site not enabled for the office",
      ({ office }) => sql`DELETE FROM office_sites WHERE company_id = ${office.id}`,
      /not enabled for the office/,
    ],
  ];

  test.each(cases)(
    "(%s) shows the 410 page, and its click is stored with its reason and not counted [TRACK-10]",
    async (_name, act, reason) => {
      const shop = await aShop();
      await change(act(shop));
      const { status, headers, body } = await site.open(shop.path);
      expect([status, headers["x-robots-tag"]]).toEqual([410, "noindex, nofollow"]);
      expect(body).toContain("This link is no longer active.");
      const click = first(await clicksOf(shop.agent));
      expect([click.class, click.is_unique]).toEqual([1, false]);
      expect(click.reason).toMatch(reason);
      expect(await measuresOf(shop.agent)).toEqual({ hits: 1, raws: 0, uniques: 0 });
    },
  );

  test("redirects to the fallback address if the brand has one [TRACK-10]", async () => {
    const shop = await aShop();
    await change(sql`UPDATE types SET active = false WHERE id = ${shop.type.id}`);
    overrideConfig({ BRAND: "summit" });
    try {
      const { status, headers } = await site.open(shop.path);
      expect([status, headers.location, headers["cache-control"]]).toEqual([302, "https://example.org/", "no-store"]);
    } finally {
      overrideConfig({ BRAND: "harbor" });
    }
    expect(first(await clicksOf(shop.agent)).class).toBe(1);
  });
});

test("a link that is only hidden works as usual [TRACK-11]", async () => {
  const shop = await aShop();
  await change(
    sql`UPDATE sites SET hidden = true WHERE id = ${shop.type.siteId}`,
    sql`UPDATE accounts SET hidden = true WHERE id IN (${shop.agent.accountId}, ${shop.office.accountId})`,
  );
  expect((await site.open(shop.path)).status).toBe(302);
  expect(first(await clicksOf(shop.agent)).class).toBe(0);
});

test("a click keeps its site's flags of that moment: AVP schedule or approve-sale", async () => {
  const shops = [await aShop(), await aShop({ avp: true }), await aShop({ useApproveSale: true })];
  const flags = [];
  for (const shop of shops) {
    await site.open(shop.path);
    flags.push(first(await clicksOf(shop.agent)).flags);
  }
  expect(flags).toEqual([0, 1, 2]);
});

test("a black-listed address or network is redirected, and its click is stored with its reason and not counted [TRACK-12]", async () => {
  const shop = await aShop();
  await change(sql`INSERT INTO black_list (ip) VALUES ('203.0.113.77'), ('203.0.112.0/24'), ('2001:db8:bad::/48')`);
  for (const address of ["203.0.113.77", "203.0.112.9", "2001:db8:bad::9", "::ffff:203.0.112.9", "203.0.113.78"]) {
    expect((await site.open(shop.path, { "X-Forwarded-For": address })).status).toBe(302);
  }
  const clicks = await clicksOf(shop.agent);
  expect(clicks.map((click) => click.class)).toEqual([2, 2, 2, 2, 0]);
  expect(clicks.map((click) => /\((.*)\)/.exec(click.reason ?? "")?.[1])).toEqual([
    ...["203.0.113.77", "203.0.112.0/24", "2001:db8:bad::/48", "203.0.112.0/24", undefined],
  ]);
  expect(await measuresOf(shop.agent)).toEqual({ hits: 5, raws: 1, uniques: 1 });
});

test("visitors whose address the proxy does not write in a readable form are not one visitor [TRACK-16, TRUST-22]", async () => {
  const shop = await aShop();
  const before = await figure("client_addresses_unreadable_total");
  await Promise.all(Array.from({ length: 62 }, () => site.open(shop.path, { "X-Forwarded-For": "unknown" })));
  expect(await measuresOf(shop.agent)).toEqual({ hits: 62, raws: 62, uniques: 62 });
  expect(await figure("client_addresses_unreadable_total")).toBe(before + 62);
  const named = await aShop();
  for (const hop of ["_one", "_one:80", "_two"]) await site.open(named.path, { "X-Forwarded-For": hop });
  for (const port of [4711, 4712]) await site.open(named.path, { "X-Forwarded-For": `192.0.2.20:${port}` });
  await site.open(named.path, { "X-Forwarded-For": "", Forwarded: 'for="192.0.2.21:80"' });
  expect(await measuresOf(named.agent)).toEqual({ hits: 6, raws: 6, uniques: 4 });
});

test("a request without a user agent is stored as a robot's, and one for an image as no visit [TRACK-13, TRACK-14]", async () => {
  const shop = await aShop();
  await site.open(shop.path, { "User-Agent": "" });
  await site.open(shop.path, { "X-Purpose": "preview" });
  await site.open(shop.path, { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" });
  expect((await clicksOf(shop.agent)).map(({ reason }) => reason)).toEqual([
    "The request has no user agent.",
    "The browser prefetched the link (x-purpose).",
    "The browser did not open the link as a page (sec-fetch-dest: image).",
  ]);
  expect(await measuresOf(shop.agent)).toEqual({ hits: 3, raws: 0, uniques: 0 });
});

test("robots and prefetches are redirected, and their clicks are stored with their reason and not counted [TRACK-13, TRACK-14]", async () => {
  const shop = await aShop();
  const robot = await site.open(shop.path, { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
  const ahead = await site.open(shop.path, { "Sec-Purpose": "prefetch;prerender" });
  const clicks = await clicksOf(shop.agent);
  expect([robot.status, ahead.status]).toEqual([302, 302]);
  expect(robot.headers.location).toContain(first(clicks).id);
  expect(clicks.map((click) => [click.class, click.reason])).toEqual([
    [3, expect.stringMatching(/robot/)],
    [4, expect.stringMatching(/sec-purpose/)],
  ]);
  expect(await measuresOf(shop.agent)).toEqual({ hits: 2, raws: 0, uniques: 0 });
});

test("clicks beyond CLICK_RATE per visitor, link and minute are of class rate [TRACK-15]", async () => {
  const shop = await aShop();
  const other = await aShop();
  const visitor = { "X-Forwarded-For": aVisitor() };
  // At once, so that they are within a minute on a busy machine, too.
  const answers = await Promise.all(Array.from({ length: 62 }, () => site.open(shop.path, visitor)));
  expect(answers.filter(({ status }) => status !== 302)).toEqual([]);
  await site.open(other.path, visitor);
  await site.open(shop.path);
  const clicks = await clicksOf(shop.agent);
  expect(clicks.filter((click) => click.class === 5)).toHaveLength(2);
  expect(clicks.filter((click) => click.class === 0)).toHaveLength(61);
  expect((await clicksOf(other.agent)).map((click) => click.class)).toEqual([0]);
  expect(await measuresOf(shop.agent)).toEqual({ hits: 63, raws: 61, uniques: 2 });
});

test("the country is that of the address, empty if unknown, and forged proxy headers change nothing [TRACK-17, TRUST-22]", async () => {
  const shop = await aShop();
  for (const forwarded of ["1.0.1.5", "6.6.6.6, 1.0.1.5", "10.1.2.3", "nonsense"]) {
    await site.open(shop.path, { "X-Forwarded-For": forwarded });
  }
  const clicks = await clicksOf(shop.agent);
  // Sorted, because ids of the same millisecond have no order.
  expect(clicks.map(({ ip, geo }) => `${ip} ${geo}`).sort()).toEqual([
    "1.0.1.5 CN",
    "1.0.1.5 CN",
    "10.1.2.3 ",
    "null ",
  ]);
});

test("ids that are unknown, deleted or do not belong together are a 404 page with a metric [TRACK-18]", async () => {
  const shop = await aShop();
  const other = await aShop();
  const { siteId, id } = shop.type;
  await change(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${other.agent.accountId}`);
  const before = await figure("links_unknown_total");
  const paths = [
    `/api/links/go/${siteId}/${id}/999999999`,
    `/api/links/go/${siteId}/999999999/${shop.agent.id}`,
    `/api/links/go/${other.type.siteId}/${id}/${shop.agent.id}`,
    `/api/links/go/${siteId}/${id}/9999999999`,
    `/api/links/go/${siteId}/${id}/${other.agent.id}`,
    "/api/l/short",
    `/api/l/${"A".repeat(32)}`,
    `/api/l/${"A".repeat(32)}?url=https://evil.example/`,
  ];
  for (const path of paths) {
    const { status, headers, body } = await site.open(path);
    expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    expect(body).toContain("This link does not work. Please check that you copied all of it.");
  }
  expect((await figure("links_unknown_total")) - before).toBe(paths.length);
  expect((await site.open(shop.path)).status).toBe(302);
});

test("an address over 8 KB is refused", async () => {
  const { path } = await aShop();
  expect((await site.open(`${path}?sub1=${"x".repeat(8_192)}`)).status).toBe(414);
});
