import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postbackDetails } from "../../models/migrations/0028-postback-details";
import { splitCommands } from "../../models/split-commands";
import { constant, sql } from "../../server/kernel/database/sql";
import { EVENTS } from "../../server/trade/events";
import { currentClient, writeTransaction } from "../../server/kernel/database/transactions";
import { aPrice } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import {
  ago,
  aShop,
  change,
  DAY,
  eventsOf,
  lastStored,
  MINUTE,
  openPostbacks,
  read,
  shopsOfBothWays,
} from "./postback-world";

// A sale that is lost for a detail is somebody's pay.

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());
const ways = shopsOfBothWays(() => site);

type Shop = Awaited<ReturnType<typeof aShop>>;
async function sell({ click, secret, agent }: Shop, params: Record<string, unknown>) {
  const { id } = await click();
  const { body } = await site.json({ clickid: id, event: "sale", secret, ...params });
  return { body, event: (await eventsOf(agent)).at(-1), stored: await lastStored(), clickid: id };
}

test.each(ways)(
  "UK is GB, and a code without a country is as if it had not been sent, %s [PRICE-02] [POST-16]",
  async (_, open) => {
    const shop = await open();
    await aPrice({ type: shop.type, geo: "GB", payout: 950, since: ago(DAY) });
    await aPrice({ type: shop.type, geo: "US", payout: 1050, since: ago(DAY) });
    const price = async (from: string, geo: unknown) => {
      const { id } = await shop.click(ago(MINUTE), { geo: from });
      const { body } = await site.json({ clickid: id, event: "sale", txid: randomUUID(), secret: shop.secret, geo });
      const event = (await eventsOf(shop.agent)).at(-1);
      return [body.verdict, body.warnings?.map(({ field }) => field), event?.geo, event?.payout];
    };
    for (const geo of ["UK", "uk", " gb "])
      expect(await price("US", geo), geo).toEqual(["accepted", undefined, "GB", "950.00"]);
    for (const geo of ["XX", "T1", "EU", "USA", "ZZ", "AP", "A1", "ß", "ÄÖ", 12, ["US", "GB"], "\0", "9".repeat(300)])
      expect(await price("US", geo), String(geo)).toEqual(["accepted", ["geo"], "US", "1050.00"]);
    expect(await price("US", "")).toEqual(["accepted", undefined, "US", "1050.00"]);
  },
);

const unreadable: [string, unknown[]][] = [
  [
    "email",
    ["none", "a b@c@d", '"pat doe"@example.com', "@c", "a@", `${"a".repeat(250)}@b.de`, 5, ["a@b.c"], "\ud800", {}],
  ],
  ["amount", ["12,50", "$12.50", ".5", "1e3", "NaN", "--1", true, "\0", ["1"]]],
  ["currency", ["US", "USDT", "US$", 840, true, "{currency}"]],
];

test.each(ways)(
  "an e-mail, amount or currency that cannot be read costs no sale and no reversal, %s [POST-16]",
  async (_, open) => {
    const shop = await open();
    for (const [name, values] of unreadable) {
      for (const value of values) {
        const { body, event, stored, clickid } = await sell(shop, { txid: randomUUID(), [name]: value });
        expect([name, value, body.verdict, body.warnings]).toMatchObject([name, value, "accepted", [{ field: name }]]);
        expect(body.warnings?.[0]?.message).toContain("Not stored with the event");
        expect(event).toMatchObject({ [name]: null, payout: "500.00" });
        const isStorable = typeof value === "string" && value.isWellFormed() && !value.includes("\0");
        if (isStorable) expect(stored.params[name]).toBe(value);
        const back = await site.json({
          clickid,
          event: "sale",
          secret: shop.secret,
          txid: event?.txid,
          status: "reversed",
          [name]: value,
        });
        expect([back.body.verdict, back.body.warnings?.[0]?.field]).toEqual(["accepted", name]);
      }
    }
    const { event, body } = await sell(shop, {
      txid: "side",
      email: " a b@example.com",
      amount: " 12.50",
      currency: "php ",
    });
    expect(body.warnings).toBeUndefined();
    expect(event).toMatchObject({ email: "a+b@example.com", amount: "12.50", currency: "PHP" });
    const query = `clickid=${(await shop.click()).id}&event=sale&txid=plus&email=a+b@example.com&secret=${shop.secret}`;
    expect((await site.send({ path: `/api/postback?${query}` })).body.verdict).toBe("accepted");
    expect((await eventsOf(shop.agent)).at(-1)?.email).toBe("a+b@example.com");
  },
);

test.each(ways)(
  "an order number is the same with spaces around it and in each Unicode form, %s [POST-08] [POST-10]",
  async (_, open) => {
    const shop = await open();
    const { body } = await sell(shop, { txid: " 1001\n" });
    for (const txid of ["1001", "1001 ", "1001\u00a0", "\ufeff1001\r\n", 1001]) {
      const again = await sell(shop, { txid });
      expect([txid, again.body.verdict, again.body.id]).toEqual([txid, "duplicate", body.id]);
      expect(again.stored.params.txid).toBe(txid);
    }
    const composed = await sell(shop, { txid: "é-1" });
    expect((await sell(shop, { txid: "e\u0301-1" })).body).toMatchObject({
      verdict: "duplicate",
      id: composed.body.id,
    });
    const { id } = await shop.click();
    const back = await site.json({
      clickid: id,
      event: "sale",
      status: "reversed",
      txid: "1001\u00a0",
      secret: shop.secret,
    });
    expect(back.body.verdict).toBe("accepted");
    expect((await eventsOf(shop.agent)).at(-1)).toMatchObject({ reverses: body.id, txid: "1001" });
  },
);

const notFilledIn = [
  ...[
    "{txid}",
    "${order_id}",
    "[TXID]",
    "#txid#",
    "%TXID%",
    "{{order.id}}",
    "%7Btxid%7D",
    "%257Btxid%257D",
    "%5BTXID%5D",
  ],
  ...["null", "NULL", "undefined", "none", "0", 0],
];

test.each(ways)(
  "an order number that was not filled in counts as not sent, so that each click has its sale, %s [POST-09]",
  async (_, open) => {
    const shop = await open();
    for (const txid of notFilledIn) {
      const one = await sell(shop, { txid });
      expect([txid, one.body.verdict, one.body.warnings?.[0]?.field]).toEqual([txid, "accepted", "txid"]);
      expect(one.event?.txid).toBeNull();
      const again = await site.json({ clickid: one.clickid, event: "sale", txid, secret: shop.secret });
      expect([again.body.verdict, again.body.id]).toEqual(["duplicate", one.body.id]);
    }
    for (const txid of ["#1", "a{b}", "100%", "%41", "00", `{${randomUUID()}}`])
      expect([txid, (await sell(shop, { txid })).event?.txid]).toEqual([txid, txid]);
    const blank = await sell(shop, { txid: " \u00a0" });
    expect([blank.body.warnings, blank.event?.txid]).toEqual([undefined, null]);
    const { id } = await shop.click();
    expect((await site.get({ clickid: ` ${id}\n`, event: "sale", secret: ` ${shop.secret} ` })).body.verdict).toBe(
      "accepted",
    );
  },
);

test.each(ways)(
  "clocks may differ by five minutes, and beyond them the answer says by how much, %s [POST-17]",
  async (_, open) => {
    const shop = await open();
    const clicked = ago(2 * DAY);
    const at = async (ts: Date | string | number) => {
      const { id } = await shop.click(clicked);
      const sent = ts instanceof Date ? ts.toISOString() : ts;
      const { body } = await site.json({ clickid: id, event: "sale", secret: shop.secret, ts: sent });
      return { ...body, event: (await eventsOf(shop.agent)).at(-1) };
    };
    const ahead = await at(new Date(Date.now() + 4 * MINUTE));
    expect(ahead.event?.occurred_at).toEqual(ahead.event?.received_at);
    for (const early of [1, MINUTE, 5 * MINUTE]) {
      const { verdict, event } = await at(new Date(clicked.getTime() - early));
      expect([early, verdict, event?.occurred_at]).toEqual([early, "accepted", clicked]);
    }
    const before = await at(new Date(clicked.getTime() - 5 * MINUTE - 1));
    expect(before).toMatchObject({ verdict: "refused", reason: "bad_ts", field: "ts" });
    expect(before.detail).toContain(`it is 5 minutes 1 second before the click of ${clicked.toISOString()}`);
    const causes: [Date | string | number, RegExp][] = [
      [new Date(Date.now() + 20 * MINUTE), /it is (19|20) minutes( \d+ seconds?)? ahead of the clock/],
      ["2026-11-21T10:00:00", /it has no offset/],
      ["2026-11-21 10:00:00", /format of a database and has no offset/],
      ["2026-11-21", /no time of day/],
      ["2026-02-30T10:00:00Z", /there is no day 2026-02-30/],
      ["2026-02-20T25:00:00Z", /no such time of day/],
      [Date.now() * 1000, /more digits than Unix milliseconds/],
      ["yesterday", /another format/],
    ];
    for (const [ts, cause] of causes) {
      const { reason, field, detail } = await at(ts);
      expect([ts, reason, field, detail]).toEqual([ts, "bad_ts", "ts", expect.stringMatching(cause)]);
    }
  },
);

test("events that were booked under an untrimmed or unfilled order number are still counted once after the upgrade [POST-08] [POST-09]", async () => {
  const { secret, click, agent, site: shop, type } = await aShop();
  const clickid = async () => (await click()).id;
  const former = [
    { txid: "1001 ", again: "1001" },
    { txid: "e\u0301-2\u00a0", again: "é-2" },
    { txid: "{txid}", again: "{txid}" },
    { txid: "0", again: "none" },
    { txid: "fine", again: "fine" },
  ];
  for (const [n, { txid }] of former.entries()) {
    const id = 900_000 + n + shop.id * 100;
    await change(sql`
      INSERT INTO sale_events (id, occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign,
        lpp, earning, payout, price_source, click_id, geo, txid)
      VALUES (${id}::bigint, now(), current_date, now(), ${agent.id}, ${agent.companyId}, ${shop.id}, ${type.id}, 0,
        ${constant(EVENTS.sale)}, 1, 1, 1, 1, 'default', ${await clickid()}::uuid, '', ${txid})`);
    await change(sql`
      INSERT INTO postback_keys (key, agent_id, occurred_at, event_id)
      SELECT sha256(convert_to('txid|' || site_id || '|0|approved|' || txid, 'UTF8')), agent_id, occurred_at, id
      FROM sale_events WHERE id = ${id}::bigint`);
  }
  const [, ...commands] = splitCommands(postbackDetails);
  await writeTransaction(async () => {
    for (const text of commands) await currentClient().query(text);
  });
  const events = await eventsOf(agent);
  for (const [n, { again }] of former.entries()) {
    const event = events[n];
    const { click_id } = first(
      await read<{ click_id: string }>(sql`SELECT click_id FROM sale_events WHERE id = ${event?.id ?? 0}::bigint`),
    );
    const { body } = await site.json({ clickid: click_id, event: "sale", txid: again, secret });
    expect([again, body.verdict, body.id]).toEqual([again, "duplicate", event?.id]);
  }
  expect(await eventsOf(agent)).toHaveLength(former.length);
});
