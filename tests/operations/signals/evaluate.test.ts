import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebhookEndpoint } from "~models";
import { fillSiteHours } from "../../../models/migrations/0051-site-hours";
import { currentClient, writeTransaction } from "../../../server/kernel/database/transactions";
import { exposition, ownSamples } from "../../../server/kernel/process/metrics";
import { countOpenSignals, evaluateSignals } from "../../../server/signals";
import { withFixedTime } from "../../../server/kernel/time/now";
import { aClick, anAgent, anOffice, aSale, aSite } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";
import { first } from "../../world/first";
import { anEndpoint, waitingFor } from "../webhooks/world";
import { after, evaluateAt, NOW, observed, openNow, stored, USUAL, usualWeeks } from "./world";

let site: Awaited<ReturnType<typeof aSite>>;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
});
beforeEach(async () => {
  site = await aSite();
  await usualWeeks(site.id);
});
afterEach(async () => {
  await db.run`DELETE FROM signals`;
  await db.run`DELETE FROM site_hours`;
  await db.run`UPDATE sites SET active = false`;
  await writeTransaction(() => WebhookEndpoint.destroy({ where: {} }));
});

test("a site without clicks opens one signal with its evidence, which stays one and closes when clicks return [SIGNAL-01, SIGNAL-02]", async () => {
  const endpoint = await anEndpoint({ events: ["signal.opened", "signal.closed"] });
  await observed(site.id, 0, 3, {});
  await evaluateAt(1);
  expect(await openNow()).toEqual([]);
  await evaluateAt(3);
  expect(await openNow()).toEqual([["silent", site.id]]);
  await evaluateAt(3.2);
  await evaluateAt(3.4);
  const [signal, ...others] = await stored();
  expect(others).toEqual([]);
  expect(signal).toMatchObject({
    ...{ companyId: null, opened: after(3) },
    sentence: `${site.sitename} has had no clicks since 2026-03-02 12:59 (New York).`,
    expected: "About 60 clicks, as in the same hours of the last four weeks.",
    evidence: {
      ...{ since: "2026-03-02T12:59:00.000-05:00", observed: 0, expected: 60.3 },
      address: `/app/logs/click-outs?siteId=${site.id}&start=2026-03-02&end=2026-03-02`,
    },
  });
  expect(signal?.evidence.hours).toContainEqual({ hour: "2026-03-02T13:00:00.000-05:00", clicks: 0, sales: 0 });
  await observed(site.id, 3, 5);
  await evaluateAt(5);
  expect((await stored()).map(({ closed }) => closed)).toEqual([after(5)]);
  const sent = await waitingFor(endpoint);
  expect(sent.map(({ event, data }) => [event, data.signalId, data.kind])).toEqual([
    ["signal.opened", signal?.id, "silent"],
    ["signal.closed", signal?.id, "silent"],
  ]);
});

test("refused postbacks beyond the site's own share open a signal, and close it once the share is usual again [SIGNAL-03]", async () => {
  await observed(site.id, 0, 6, { ...USUAL, sales: 0, postbacks: 3, refused: 3 });
  await evaluateAt(6);
  expect(await openNow()).toEqual([["refused", site.id]]);
  expect((await stored())[0]?.sentence).toMatch(/^18 of 1?\d+ postbacks of .* were refused since 2026-03-02 13:00/);
  await observed(site.id, 6, 40);
  await evaluateAt(8);
  expect(await openNow()).toEqual([["refused", site.id]]);
  await evaluateAt(40);
  expect(await openNow()).toEqual([]);
});

test("half of the usual sales from twice as many visitors open a signal of the conversion, without one of silence", async () => {
  await observed(site.id, 0, 24, { ...USUAL, uniques: 32, sales: 1, postbacks: 1 });
  await evaluateAt(24);
  expect(await openNow()).toEqual([["conversion", site.id]]);
  await observed(site.id, 24, 72);
  await evaluateAt(72);
  expect(await openNow()).toEqual([]);
});

test("many reversals open a signal, and it closes after usual days", async () => {
  await observed(site.id, 0, 12, { ...USUAL, reversals: 2, postbacks: 4 });
  await evaluateAt(12);
  expect(await openNow()).toEqual([["reversals", site.id]]);
  await observed(site.id, 12, 60);
  await evaluateAt(60);
  expect(await openNow()).toEqual([]);
});

test("sales at once after their click open a signal of the agent for their office, and usual sales do not [SIGNAL-04]", async () => {
  const office = await anOffice();
  const [fast, slow] = [await anAgent({ office }), await anAgent({ office })];
  const type = first(site.types);
  for (let i = 0; i < 6; i++) {
    const at = new Date(NOW.getTime() - i * 60_000);
    await aSale({
      agent: fast,
      type,
      at: new Date(at.getTime() + 3_000),
      click: await aClick({ agent: fast, type, at }),
    });
    await aSale({
      agent: slow,
      type,
      at: new Date(at.getTime() + 6_000),
      click: await aClick({ agent: slow, type, at }),
    });
  }
  await evaluateAt(0.5);
  const [signal] = await stored();
  expect(signal).toMatchObject({ kind: "instant", subject: fast.id, companyId: office.id });
  expect(signal?.sentence).toContain("6 of 6 sales of ");
  expect(signal?.evidence.saleIds).toHaveLength(6);
  await evaluateAt(80);
  expect((await stored()).filter(({ kind }) => kind === "instant").map(({ closed }) => closed)).toEqual([after(80)]);
});

test("clicks are counted once from the roll-ups, and several servers evaluate once in five minutes", async () => {
  const agent = await anAgent();
  const type = first(site.types);
  const clicks = async (count: number) => {
    for (let i = 0; i < count; i++) await aClick({ agent, type, at: NOW });
  };
  await clicks(3);
  await Promise.all([evaluateAt(0.1), evaluateAt(0.1)]);
  await clicks(2);
  await evaluateAt(0.15);
  const figures = () => db.row`
    SELECT clicks, uniques, seen FROM site_hours WHERE site_id = ${site.id} AND hour = ${NOW}::timestamptz`;
  const before = await db.row<{ sum: number }>`
    SELECT sum(clicks) AS sum FROM site_hours WHERE site_id = ${site.id} AND day = '2026-03-02' AND hour < ${NOW}::timestamptz`;
  expect(before?.sum).toBe(13 * 20);
  // The stored hours of this day have more clicks than its roll-up, so nothing is gained.
  expect(await figures()).toEqual({ clicks: 0, uniques: 0, seen: 1 });
  await db.run`UPDATE site_hours SET clicks = 0, uniques = 0 WHERE site_id = ${site.id} AND day = '2026-03-02'`;
  await evaluateAt(0.2);
  expect(await figures()).toEqual({ clicks: 5, uniques: 5, seen: 2 });
  await clicks(1);
  await withFixedTime(after(0.3), evaluateSignals);
  expect(await figures()).toEqual({ clicks: 6, uniques: 6, seen: 3 });
});

test("a signal of a suspended site closes", async () => {
  await observed(site.id, 0, 3, {});
  await evaluateAt(3);
  await db.run`UPDATE sites SET active = false WHERE id = ${site.id}`;
  await evaluateAt(4);
  expect((await openNow()).filter(([kind]) => kind === "silent")).toEqual([]);
});

test("the metric counts open signals by kind", async () => {
  countOpenSignals();
  await observed(site.id, 0, 3, {});
  await evaluateAt(3);
  const text = await exposition([await ownSamples()]);
  expect(text).toMatch(/^signals_open\{kind="silent"\} 1$/m);
  expect(text).toMatch(/^signals_open\{kind="domain"\} 0$/m);
});

test("an upgrade and the seeder fill the hours of five weeks from clicks and postbacks, each site from the first hour on", async () => {
  await db.run`DELETE FROM site_hours`;
  const other = await aSite();
  const agent = await anAgent();
  const click = (hours: number, unique: boolean) =>
    aClick({ agent, type: first(site.types), at: after(hours), unique });
  await click(-40, true);
  await click(-39.7, false);
  await click(-37 * 24, true);
  await db.run`
    INSERT INTO postbacks (receipt, received_at, verdict, site_id, event, status, params)
    SELECT gen_random_uuid(), ${after(-39)}::timestamptz, verdict, ${site.id}, 'sale', status, '{}'
    FROM (VALUES ('accepted', 'approved'), ('accepted', 'reversed'), ('refused', NULL), ('duplicate', 'approved'), ('test', NULL))
      AS sent (verdict, status)`;
  await writeTransaction(() => currentClient().query(fillSiteHours(`'${NOW.toISOString()}'::timestamptz`)));
  const figures = (siteId: number) => db.rows`
    SELECT clicks, uniques, sales, reversals, postbacks, refused FROM site_hours WHERE site_id = ${siteId} ORDER BY hour LIMIT 2`;
  expect(await figures(site.id)).toEqual([
    { clicks: 2, uniques: 1, sales: 0, reversals: 0, postbacks: 0, refused: 0 },
    { clicks: 0, uniques: 0, sales: 1, reversals: 1, postbacks: 3, refused: 1 },
  ]);
  const count = await db.row`SELECT count(*) AS hours FROM site_hours WHERE site_id = ${other.id}`;
  expect(count).toEqual({ hours: 41 });
});
