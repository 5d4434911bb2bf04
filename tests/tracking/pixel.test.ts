import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { overrideConfig } from "../../server/kernel/process/config";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { examine } from "../../server/doctor";
import { readSale, searchPostbacks, searchSales } from "../../server/logs";
import { makePixelKey, revokePixelKey } from "../../server/sites";
import { replayPostbacks } from "../../server/tracking";
import { clickId } from "../../server/tracking/clicks/click-id";
import { retryPending } from "../../server/tracking/postbacks/pending";
import { postbackPayload, readPostback } from "../../server/tracking/log/records";
import { ask } from "../reports/ask";
import { aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { ago, aShop, change, DAY, elsewhere, eventsOf, MINUTE, openPostbacks, read } from "./postback-world";

/** Reports of pages by the pixel of a site, whose key is public. */

let site: Awaited<ReturnType<typeof openPostbacks>>;
let boss: Actor;
let shop: Awaited<ReturnType<typeof aShop>>;
let key: string;
let keyId: number;

beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  boss = (await aSuperadmin()).actor;
});
afterAll(() => site.close());
beforeEach(async () => {
  shop = await aShop();
  ({ id: keyId, key } = await ask(makePixelKey, boss, { id: shop.site.id }));
});

async function pixel(params: Record<string, string>, headers: Record<string, string> = elsewhere()) {
  const query = new URLSearchParams({ key, event: "sale", ...params });
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/pixel.gif?${query}`, { headers });
  const [verdict, reason] = (answer.headers.get("X-Postback-Verdict") ?? "").split("; reason=");
  return { answer, verdict, reason, image: Buffer.from(await answer.arrayBuffer()) };
}
const verdictOf = async (params: Record<string, string>, headers?: Record<string, string>) => {
  const { answer, verdict, reason } = await pixel(params, headers);
  expect(answer.status).toBe(200);
  return [verdict, reason].filter(Boolean).join(" ");
};
const stored = () =>
  read<{ id: number; verdict: string; reason: string | null; event_id: number | null; pixel_host: string | null }>(
    sql`SELECT * FROM postbacks WHERE site_id = ${shop.site.id} ORDER BY id`,
  );
const outcomes = async () => (await stored()).map(({ verdict, reason }) => [verdict, reason].filter(Boolean).join(" "));
const confirm = async () => {
  const ids = (await stored()).map(({ id }) => id);
  return (await ask(replayPostbacks, boss, { ids })).items.map(({ after }) => after.verdict);
};
const click = async () => (await shop.click()).id;

test("is answered with an image of 43 bytes that nobody keeps, and every page can read the verdict [POST-21]", async () => {
  const { answer, image, verdict, reason } = await pixel({ clickid: await click(), txid: "A-1" });
  expect([answer.status, image.length, image.subarray(0, 6).toString()]).toEqual([200, 43, "GIF89a"]);
  expect([verdict, reason]).toEqual(["held", "unconfirmed"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/gif",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "X-Postback-Verdict, X-Request-Id",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  const wrong: Record<string, string>[] = [{ key: "px_nobody" }, { key: "" }, { clickid: "x" }, { event: "nonsense" }];
  for (const sent of wrong)
    expect(await pixel({ clickid: await click(), ...sent })).toMatchObject({ verdict: "refused", image });
  const put = await fetch(`http://127.0.0.1:${site.port}/api/pixel.gif`, { method: "PUT" });
  expect([put.status, put.headers.get("X-Postback-Verdict")]).toEqual([200, "refused; reason=malformed"]);
});

describe("a sale that it reports", () => {
  test("pays nothing until a superadmin replays it, and is shown as reported by the pixel [POST-22]", async () => {
    const clickid = await click();
    expect(await verdictOf({ clickid, txid: "A-1", amount: "49.90" })).toBe("held unconfirmed");
    expect(await eventsOf(shop.agent)).toEqual([]);
    await withFixedTime(new Date(Date.now() + 11_000), () => retryPending());
    expect(await outcomes()).toEqual(["held unconfirmed"]);
    expect(first((await ask(examine, boss, { link: clickid })).postbacks).fate).toContain("The pixel of the site");
    expect(await confirm()).toEqual(["accepted"]);
    const event = first(await eventsOf(shop.agent));
    expect(event).toMatchObject({ sign: 1, txid: "A-1", received_at: event.occurred_at });
    const [postback] = (await ask(searchPostbacks, boss, { siteId: shop.site.id, pixel: true })).items;
    expect(postback).toMatchObject({ verdict: "accepted", pixel: true, eventId: event.id });
    expect((await ask(searchPostbacks, boss, { siteId: shop.site.id, pixel: false })).items).toEqual([]);
    expect((await ask(searchSales, boss, { siteId: shop.site.id })).items.items).toMatchObject([{ pixel: true }]);
    expect(await ask(readSale, boss, { id: event.id })).toMatchObject({ pixel: true });
    expect((await ask(examine, boss, { link: clickid })).events).toMatchObject([{ pixel: true }]);
  });

  test("counts once for its click and its order number, however often the page is loaded [POST-22]", async () => {
    const clickid = await click();
    expect(await verdictOf({ clickid, txid: "A-1" })).toBe("held unconfirmed");
    expect(await verdictOf({ clickid, txid: "A-1" })).toBe("duplicate");
    expect(await verdictOf({ clickid, txid: "A-2" })).toBe("duplicate");
    expect(await verdictOf({ clickid: await click(), txid: "A-1" })).toBe("duplicate");
    expect(await confirm()).toEqual(["accepted", "duplicate", "duplicate", "duplicate"]);
    expect(await verdictOf({ clickid, txid: "A-3" })).toBe("duplicate");
    expect(await eventsOf(shop.agent)).toHaveLength(1);
  });

  test("is settled by the same sale with the secret, before and after it [POST-22]", async () => {
    const [before, after] = [await click(), await click()];
    const { secret } = shop;
    await pixel({ clickid: before, txid: "A-1" });
    await site.form({ clickid: before, event: "sale", txid: "A-1", secret });
    await site.form({ clickid: after, event: "sale", txid: "A-2", secret });
    expect(await verdictOf({ clickid: after, txid: "A-2" })).toBe("duplicate");
    expect(await verdictOf({ clickid: after })).toBe("duplicate");
    expect(await outcomes()).toEqual(["duplicate", "accepted", "accepted", "duplicate", "duplicate"]);
    await confirm();
    expect(await eventsOf(shop.agent)).toHaveLength(2);
  });

  test("of a click that arrives later is pending for its confirmation then [POST-22]", async () => {
    const { agent, type } = shop;
    const moment = ago(MINUTE);
    const id = clickId(moment.getTime());
    for (const txid of ["A-1", "A-2"]) expect(await verdictOf({ clickid: id, txid })).toBe("held unknown_click");
    await change(sql`
      INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
      VALUES (${id}, ${moment}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, 0, true, 0, 'US')`);
    await withFixedTime(new Date(Date.now() + 11_000), () => retryPending());
    expect(await outcomes()).toEqual(["held unconfirmed", "duplicate"]);
    expect(await eventsOf(agent)).toEqual([]);
  });

  test("of an old click needs one confirmation only [POST-22]", async () => {
    expect(await verdictOf({ clickid: (await shop.click(ago(40 * DAY))).id })).toBe("held too_old");
    expect(await confirm()).toEqual(["accepted"]);
  });

  test("is a test with test=1, which stores no sale [POST-22]", async () => {
    expect(await verdictOf({ clickid: await click(), test: "1" })).toBe("test unconfirmed");
    expect(await confirm().catch(() => "refused")).toEqual(["test"]);
  });

  test("stays the pixel's in the log of a server whose database is unreachable [POST-22]", () => {
    const request = { receipt: "r", receivedAt: new Date(0), ip: null, params: {}, pixelHost: "" };
    const logged = { request, secretHash: Buffer.of(1), unreadable: false };
    expect(readPostback(postbackPayload(logged))).toEqual(logged);
    const { pixelHost: _, ...plain } = request;
    expect(readPostback(postbackPayload({ ...logged, request: plain })).request.pixelHost).toBeUndefined();
  });
});

describe("the pixel of a site", () => {
  test("is off without a key, and its key and the secret are not taken for each other [POST-23]", async () => {
    const clickid = await click();
    expect(await verdictOf({ clickid, key: shop.secret })).toBe("refused bad_secret");
    expect(await verdictOf({ clickid, secret: shop.secret })).toBe("refused bad_secret");
    expect((await site.form({ clickid, event: "sale", secret: key })).body).toMatchObject({
      ...{ verdict: "refused", reason: "bad_secret", detail: expect.stringContaining("pixel key") as string },
    });
    const other = await aShop();
    expect(await verdictOf({ clickid: (await other.click()).id })).toBe("refused bad_secret");
    await ask(revokePixelKey, boss, { id: shop.site.id, keyId });
    expect(await verdictOf({ clickid })).toBe("refused bad_secret");
    expect([await eventsOf(shop.agent), await eventsOf(other.agent)]).toEqual([[], []]);
    const rows = await read<{ params: object }>(sql`SELECT params FROM postbacks`);
    expect(JSON.stringify(rows)).not.toContain(shop.secret);
  });

  test("takes nothing back and flags nothing, also when it is replayed [POST-23]", async () => {
    const clickid = await click();
    await site.form({ clickid, event: "sale", txid: "A-1", secret: shop.secret });
    expect(await verdictOf({ clickid, txid: "A-1", status: "reversed", amount: "1" })).toBe("refused malformed");
    expect(await verdictOf({ clickid: await click(), reason: "stolen_card", amount: "1" })).toBe("refused malformed");
    await confirm();
    expect(await outcomes()).toEqual(["accepted", "refused malformed", "refused malformed"]);
    expect(await eventsOf(shop.agent)).toMatchObject([{ sign: 1, stolen_card: false }]);
  });

  test.each([
    ["https://www.shop.example", "held unconfirmed"],
    ["https://pay.shop.example:8443", "held unconfirmed"],
    ["https://shop.example.evil.example", "refused page_denied"],
    ["https://myshop.example", "refused page_denied"],
    ["https://partner.example", "held unconfirmed"],
    ["null", "held unconfirmed"],
  ])("called by a page of %s is %s [POST-23]", async (origin, verdict) => {
    await change(sql`UPDATE sites SET url = 'https://shop.example/' WHERE id = ${shop.site.id}`);
    await change(sql`UPDATE types SET allowed_hosts = '{partner.example}' WHERE id = ${shop.type.id}`);
    expect(await verdictOf({ clickid: await click() }, { ...elsewhere(), Origin: origin })).toBe(verdict);
    if (origin !== "null")
      expect(await verdictOf({ clickid: await click() }, { ...elsewhere(), Referer: `${origin}/thanks` })).toBe(
        verdict,
      );
  });

  test("does not mind the allowed addresses of the site's servers [POST-23]", async () => {
    await change(sql`UPDATE sites SET allowed_addresses = '{192.0.2.0/24}' WHERE id = ${shop.site.id}`);
    expect(await verdictOf({ clickid: await click() })).toBe("held unconfirmed");
  });

  test("stores sixty requests a minute of an address, whatever becomes of them [POST-23]", async () => {
    overrideConfig({ SPOOL_AFTER_MS: 20_000 });
    const here = elsewhere();
    const ids = await shop.clicks(61);
    const answers: string[] = [];
    for (const clickid of ids) answers.push(await verdictOf({ clickid }, here));
    expect(answers.filter((answer) => answer === "held unconfirmed").length).toBeGreaterThanOrEqual(60);
    expect(answers.at(-1)).toBe("refused too_many_requests");
    expect(
      (await site.form({ clickid: ids.at(-1) ?? "", event: "sale", secret: shop.secret }, here)).body,
    ).toMatchObject({
      verdict: "accepted",
    });
  });
});
