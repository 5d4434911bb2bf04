import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { deleteOldRefusals } from "../../server/tracking";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { aShop, change, countStored, elsewhere, lastStored, openPostbacks, read } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
/** Has no cached secrets; an address over its limit is not looked up again. */
let stranger: Awaited<ReturnType<typeof openPostbacks>>;
let shop: Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  stranger = await openPostbacks(undefined, () => false);
  shop = await aShop();
});
afterAll(async () => {
  await stranger.close();
  await site.close();
});

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const sale = async () => ({ clickid: (await shop.click()).id, event: "sale" });
const dropped = () => figure("postback_refusals_dropped_total");

test("the secret may be sent as Authorization: Bearer, and is not stored [POST-01] [POST-06]", async () => {
  const { secret } = shop;
  for (const send of [site.get, site.form, site.json]) {
    const { status, body } = await send(await sale(), bearer(secret));
    expect([status, body.verdict]).toEqual([200, "accepted"]);
    expect((await lastStored()).params.secret).toBe("***");
  }
  expect((await site.form({ ...(await sale()), secret }, bearer(secret))).status).toBe(200);
  expect((await site.form(await sale(), { Authorization: `bearer  ${secret} ` })).status).toBe(200);
  expect((await site.form(await sale(), bearer("another"))).body.reason).toBe("bad_secret");
  expect((await site.form({ ...(await sale()), secret }, { Authorization: "Basic eDp5" })).status).toBe(200);
});

test("two different secrets in one request are malformed, even if one is right [POST-05]", async () => {
  const { secret } = shop;
  for (const [said, header] of [
    [secret, "another"],
    ["another", secret],
    ["", secret],
  ] as const) {
    const { status, body } = await site.form({ ...(await sale()), secret: said }, bearer(header));
    expect([status, body.reason]).toEqual([400, "malformed"]);
    expect(JSON.stringify(await lastStored())).not.toContain(secret);
  }
});

test("without a site's secret only known parameters are stored, at most 255 characters each, so that no row fills the disk", async () => {
  const params = {
    ...{
      ...(await sale()),
      txid: "t".repeat(9_000),
      email: { deep: ["x".repeat(2_000)] },
      amount: 12.5,
      secret: "wrong",
    },
    ...{ note: "n".repeat(4_000), constructor: "c", __other: "o" },
  };
  expect((await site.json(params, elsewhere())).status).toBe(401);
  const stored = await lastStored();
  expect(stored.params).toEqual({
    ...{ clickid: params.clickid, event: "sale", txid: "t".repeat(255), email: "…", amount: 12.5, secret: "***" },
  });
  const unread = await site.send(
    {
      method: "POST",
      headers: { "Content-Type": "text/plain", ...elsewhere() },
      path: `/api/postback?event=sale&x=${"x".repeat(7_000)}`,
    },
    "x",
  );
  expect(unread.status).toBe(415);
  expect((await lastStored()).params).toEqual({ event: "sale" });
  expect((await site.json({ ...(await sale()), secret: shop.secret, note: "kept" })).status).toBe(200);
  expect((await lastStored()).params).toMatchObject({ note: "kept" });
});

/** The minute of a limit may be over before a busy machine has sent everything, so the server's clock is stopped. */
const atThisMoment = () => ({ "x-test-clock": new Date().toISOString() });

test("of one address 60 refusals a minute are stored, however many come at once; the others are 429 and counted", async () => {
  const from = elsewhere();
  const atOnce = { ...from, ...atThisMoment() };
  const [before, lost] = [await countStored(), await dropped()];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      site.form({ event: "sale", clickid: "x", secret: n % 2 ? "wrong" : shop.secret }, atOnce),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  expect([(await countStored()) - before, (await dropped()) - lost]).toEqual([60, 40]);
  for (const { status, headers, body } of answers) {
    if (status !== 429) continue;
    expect(body.code).toBe("TOO_MANY_REQUESTS");
    // The clock does not move since the minute began.
    expect(headers["retry-after"]).toBe("60");
  }
  // Sales from this address are booked, and other addresses have a limit of their own.
  expect((await site.form({ ...(await sale()), secret: shop.secret }, from)).body.verdict).toBe("accepted");
  expect((await site.form({ event: "sale", secret: "wrong" }, elsewhere())).status).toBe(401);
  // They are stored again after a minute; until then a request without a known secret is not even looked up.
  await change(sql`UPDATE postback_refusals SET since = since - interval '61 seconds'`);
  expect((await stranger.form({ event: "sale", secret: "wrong" }, atOnce)).status).toBe(429);
  expect((await site.form({ event: "sale", secret: "wrong" }, atOnce)).status).toBe(401);
});

test("counts of refusals are deleted an hour after their minute began", async () => {
  await change(sql`
    INSERT INTO postback_refusals (address, since, stored)
    VALUES ('192.0.2.201', now() - interval '61 minutes', 1), ('192.0.2.202', now() - interval '59 minutes', 1)`);
  await deleteOldRefusals();
  const left = await read<{ address: string }>(
    sql`SELECT address FROM postback_refusals WHERE address LIKE '192.0.2.20_' ORDER BY 1`,
  );
  expect(left.map(({ address }) => address)).toEqual(["192.0.2.202"]);
});

test("a clock that is set back keeps no address waiting, and the addresses of one IPv6 customer are one", async () => {
  const moment = atThisMoment();
  const address = (end: string) => ({ "x-test-address": `2001:db8:7:7::${end}`, ...moment });
  for (let n = 0; n < 60; n += 1) {
    expect((await site.form({ event: "sale", secret: "wrong" }, address(n.toString(16)))).status).toBe(401);
  }
  expect((await site.form({ event: "sale", secret: "wrong" }, address("abcd"))).status).toBe(429);
  expect((await site.form({ event: "sale", secret: "wrong" }, { "x-test-address": "2001:db8:7:8::1" })).status).toBe(
    401,
  );
  const kept = await read<{ address: string }>(
    sql`SELECT address FROM postback_refusals WHERE address LIKE '2001:%' ORDER BY 1`,
  );
  expect(kept.map((row) => row.address)).toEqual(["2001:db8:7:7::/64", "2001:db8:7:8::/64"]);
  await change(sql`UPDATE postback_refusals SET since = since + interval '1 hour' WHERE address = '2001:db8:7:7::/64'`);
  expect((await site.form({ event: "sale", secret: "wrong" }, address("abcd"))).status).toBe(401);
});
