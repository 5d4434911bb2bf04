import { afterAll, beforeAll, expect, test } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriod, payPeriodId } from "../../server/trade/periods";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { nextPrice } from "../../server/tracking";
import { rollUpOnce } from "../../server/tracking/rollup/roll-up";
import { differences, ROLLUPS } from "../oracle/rollups";
import { ask } from "../reports/ask";
import { aClosedPeriod, anOffice, aPrice, aSuperadmin, enable } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { aShop, change, DAY, eventsOf, MINUTE, openPostbacks, read } from "./postback-world";

/** The system clock is set back after clicks, prices and offices were created: no sale is lost, and none is a fault. */

const HOUR = 60 * MINUTE;
/** Times at which everything is created and clicked, by the right clock. */
const MOMENTS = {
  noon: "2026-06-10T12:30:00-04:00",
  midnight: "2026-06-11T00:30:00-04:00",
  "a new half-month": "2026-06-16T00:30:00-04:00",
  "a new month and partition": "2026-07-01T00:00:10Z",
  "a new year": "2026-01-01T00:30:00-05:00",
  "the hour that comes twice": "2026-11-01T01:30:00-05:00",
};
let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

type Params = Record<string, string>;

/** A shop created at this moment, with a function that sends postbacks by another clock. */
async function aNewShop(moment: Date) {
  const shop = await aShop({ avp: true });
  const { agent, type } = shop;
  await change(sql`UPDATE prices SET since = ${moment} WHERE type_id = ${type.id}`);
  await change(sql`UPDATE agent_offices SET since = ${moment} WHERE agent_id = ${agent.id}`);
  await change(sql`UPDATE site_flags SET since = ${moment} WHERE site_id = ${type.siteId}`);
  const send = async (clock: Date, params: Params) =>
    site.get({ event: "sale", secret: shop.secret, ...params }, { "x-test-clock": clock.toISOString() });
  return { ...shop, send };
}

async function rollupsEqualRows(): Promise<void> {
  while ((await rollUpOnce()) !== 0);
  for (const table of ROLLUPS) {
    const statement = { bind: () => ({ text: differences(table), values: [] }) } as unknown as Statement;
    expect({ table, rows: await read(statement) }).toEqual({ table, rows: [] });
  }
}

test("a clock that was set back refuses no event of a click that now lies in the future [POST-16, POST-17]", async () => {
  for (const [name, text] of Object.entries(MOMENTS)) {
    const made = new Date(text);
    const shop = await aNewShop(made);
    const clock = new Date(made.getTime() - HOUR + MINUTE);
    const kinds: Params[] = [
      { event: "sale" },
      { event: "bonus" },
      { event: "click" },
      // The site's own clock: also set back, in whole seconds, or right.
      { ts: clock.toISOString() },
      { ts: String(Math.floor(clock.getTime() / 1000)) },
      { ts: new Date(made.getTime() + MINUTE).toISOString() },
      { ts: new Date(clock.getTime() - 10 * MINUTE).toISOString(), event: "bonus" },
    ];
    for (const params of kinds) {
      const clickid = (await shop.click(made)).id;
      const answers = [];
      for (let time = 0; time < 2; time++) answers.push(await shop.send(clock, { clickid, ...params }));
      answers.push(await shop.send(clock, { clickid, ...params, status: "reversed" }));
      const said = answers.map(({ status, body }) => [status, body.verdict]);
      const due = [
        [200, "accepted"],
        [200, "duplicate"],
        [200, "accepted"],
      ];
      expect({ name, params, said }).toEqual({ name, params, said: due });
    }
    const events = await eventsOf(shop.agent);
    expect(events).toHaveLength(2 * kinds.length);
    for (const event of events) {
      expect(event.company_id).toBe(shop.agent.companyId);
      expect(event.occurred_at.getTime()).toBeLessThanOrEqual(clock.getTime());
      expect(event.day).toBe(dayOf(event.occurred_at));
    }
    expect(events.filter(({ sign }) => sign === 1).map(({ payout }) => payout)).toEqual(
      ["500", "250", "0", "500", "500", "500", "250"].map((pesos) => `${pesos}.00`),
    );
    // Days before the click it cannot be a sale of this click by any clock.
    const clickid = (await shop.click(made)).id;
    for (const ts of [made.getTime() - 3 * DAY, made.getTime() + 3 * DAY]) {
      const { status, body } = await shop.send(clock, { clickid, ts: new Date(ts).toISOString() });
      expect([status, body.reason]).toEqual([400, "bad_ts"]);
    }
  }
  await rollupsEqualRows();
});

test("an event before a link's first price is paid by that price, with the fees and flags of that time [PRICE-01, PRICE-03]", async () => {
  const made = new Date(MOMENTS.noon);
  const clock = new Date(made.getTime() - HOUR);
  const [shop, german, ours] = [await aNewShop(made), await aNewShop(made), await aNewShop(made)];
  // Later prices do not apply to the first moment.
  await aPrice({ type: shop.type, payout: 900, since: new Date(made.getTime() + MINUTE) });
  await aPrice({ type: shop.type, geo: "DE", payout: 910, since: new Date(made.getTime() + MINUTE) });
  await aPrice({ type: german.type, geo: "DE", payout: 610, since: made });
  await aPrice({ type: ours.type, office: { id: ours.agent.companyId }, payout: 720, since: made });
  await change(sql`
    INSERT INTO site_flags VALUES (${shop.type.siteId}, ${new Date(made.getTime() + MINUTE)}, true, false)`);
  await change(sql`UPDATE sites SET avp = false, use_approve_sale = true WHERE id = ${shop.type.siteId}`);
  for (const one of [shop, german, ours]) {
    await one.send(clock, { clickid: (await one.click(made)).id, geo: "DE" });
  }
  const booked = await Promise.all([shop, german, ours].map(async ({ agent }) => first(await eventsOf(agent))));
  expect(booked.map(({ payout, price_source }) => [payout, price_source])).toEqual([
    ["500.00", "default"],
    ["610.00", "geo"],
    ["720.00", "office"],
  ]);
  expect(await read(sql`SELECT flags FROM sale_events WHERE agent_id = ${shop.agent.id}`)).toEqual([{ flags: 1 }]);
  // The screen of the link's price agrees and does not fail.
  const { actor } = await aSuperadmin();
  const next = await withFixedTime(clock, () => ask(nextPrice, actor, { id: german.type.id, geo: "DE" }));
  expect(next.sale).toMatchObject({ payout: 610, source: "geo" });
});

test("an event before an agent's first office belongs to that office, whatever their current one [POST-17]", async () => {
  const made = new Date(MOMENTS.noon);
  const shop = await aNewShop(made);
  const { agent } = shop;
  const later = await anOffice();
  await enable({ id: shop.type.siteId }, later);
  await change(sql`UPDATE agent_offices SET until = ${new Date(made.getTime() + DAY)} WHERE agent_id = ${agent.id}`);
  await change(sql`
    INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent.id}, ${later.id}, ${new Date(made.getTime() + DAY)})`);
  await change(sql`UPDATE agents SET company_id = ${later.id} WHERE id = ${agent.id}`);
  // The request's own time is before the agent existed: the click is older than the agent's first office, too.
  const clicked = new Date(made.getTime() - DAY);
  const own = (await shop.click(clicked)).id;
  const sold = await shop.send(new Date(made.getTime() + 2 * DAY), {
    clickid: own,
    ts: new Date(clicked.getTime() + MINUTE).toISOString(),
  });
  expect([sold.status, sold.body.verdict]).toEqual([200, "accepted"]);
  await shop.send(new Date(made.getTime() - HOUR), { clickid: (await shop.click(made)).id });
  expect((await eventsOf(agent)).map(({ company_id }) => company_id)).toEqual([agent.companyId, agent.companyId]);
  await rollupsEqualRows();
});

test("a clock that was set back into a closed pay period books into the next open one [LEDGER-01, POST-17]", async () => {
  const made = new Date("2026-05-16T00:30:00-04:00");
  const shop = await aNewShop(made);
  const clock = new Date(made.getTime() - HOUR);
  const today = dayOf(clock);
  const period = payPeriod(payPeriodId(today));
  expect([period?.end, dayOf(made)]).toEqual([today, "2026-05-16"]);
  await aClosedPeriod(payPeriodId(today), { phpPerUsd: 56 });
  const clickid = (await shop.click(made)).id;
  expect((await shop.send(clock, { clickid })).body.verdict).toBe("accepted");
  expect((await shop.send(clock, { clickid, status: "reversed" })).body.verdict).toBe("accepted");
  const events = await eventsOf(shop.agent);
  expect(events.map(({ day, sign }) => [day, sign])).toEqual([
    ["2026-05-16", 1],
    ["2026-05-16", -1],
  ]);
  expect(events.every(({ occurred_at }) => occurred_at < startOfDay("2026-05-16"))).toBe(true);
  await rollupsEqualRows();
});
