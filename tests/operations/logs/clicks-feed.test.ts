import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../../models/migrate";
import { withSchemaLock } from "../../../server/kernel/database/connections";
import { readTransaction } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { dayOf } from "../../../server/kernel/time";
import { runChecks } from "../../../server/invariants";
import { searchClicks } from "../../../server/logs";
import { userAgents } from "../../../server/tracking";
import { clickId } from "../../../server/tracking/clicks/click-id";
import { type Click, storeClicks } from "../../../server/tracking/clicks/store-clicks";
import { aLog, appended, loadAll } from "../../tracking/log-world";
import { aClick, anAgent, aSite, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { db } from "../../world/db";

let database: Awaited<ReturnType<typeof aDatabase>>;
let superadmin: Actor;
let agents: Awaited<ReturnType<typeof anAgent>>[];
let type: { id: number; siteId: number };
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  superadmin = (await aSuperadmin()).actor;
  agents = [await anAgent(), await anAgent()];
  type = first((await aSite()).types);
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

const from = { channel: "call" as const, ip: null, userAgent: "" };
const ask = (after: string, more: object = {}, actor = superadmin) =>
  perform(searchClicks, actor, { after, ...more }, from);
const idsOf = ({ items }: Awaited<ReturnType<typeof ask>>) => items.map(({ id }) => id);
const idsIn = (clicks: readonly Click[]) => clicks.map(({ id }) => id).sort();

async function connected(url = database.url): Promise<pg.Client> {
  const client = new pg.Client(url);
  clients.push(client);
  await client.connect();
  return client;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let visitor = 0n;
const parse = userAgents();
/** A click as the redirect builds it, `ago` milliseconds old. */
function newClick(ago = MINUTE, more: Partial<Click> = {}): Click {
  const at = Date.now() - ago;
  const { id: agentId, companyId } = agents[0]!;
  return {
    ...{ id: clickId(at), agentId, companyId, siteId: type.siteId, typeId: type.id, class: 0, reason: null },
    ...{ flags: 0, geo: "US", ip: "192.0.2.1", agent: parse("Browser"), referer: null, subs: null },
    ...{ day: dayOf(at), visitor: ++visitor, ...more },
  };
}
const store = (client: pg.Client, clicks: readonly Click[], again = false) => storeClicks(client, clicks, { again });

/** All pages after a cursor. */
async function mirror(after: string, more: object = {}, actor = superadmin) {
  const ids: string[] = [];
  let next = after;
  for (let asksAgain = true; asksAgain;) {
    const page = await ask(next, more, actor);
    ids.push(...idsOf(page));
    next = page.next!;
    asksAgain = page.more!;
  }
  return { ids, next };
}

test("a batch that commits late holds later ones back, and is then answered before them, whenever it was clicked", async () => {
  const [slow, quick] = [await connected(), await connected()];
  const { next } = await ask("now");
  await slow.query("BEGIN");
  const [early, late] = [[newClick(), newClick()], [newClick(40 * DAY)]];
  await store(slow, early);
  await store(quick, late);
  const during = await ask(next!);
  expect([idsOf(during), during.next, during.more]).toEqual([[], next, false]);
  expect((await ask("now")).next).toBe(next);
  await slow.query("COMMIT");
  const after = await ask(next!);
  expect(idsOf(after)).toEqual([...idsIn(early), ...idsIn(late)]);
  expect([after.total, after.more]).toEqual([3, false]);
  expect(idsOf(await ask(after.next!))).toEqual([]);
});

test("a batch that is rolled back holds nothing back, and one that is sent again is answered once", async () => {
  const [slow, quick] = [await connected(), await connected()];
  const { next } = await ask("now");
  await slow.query("BEGIN");
  await store(slow, [newClick()]);
  const batch = [newClick(), newClick()];
  await store(quick, batch);
  await slow.query("ROLLBACK");
  await store(quick, batch, true);
  await store(quick, [...batch, newClick(2 * MINUTE)], true);
  const { ids } = await mirror(next!);
  expect(ids.slice(0, 2)).toEqual(idsIn(batch));
  expect(ids).toHaveLength(3);
});

test("numbers of batches beyond 2^31 hold later ones back, too", async () => {
  const [slow, quick] = [await connected(), await connected()];
  await quick.query("SELECT setval('click_arrivals', 2147483646)");
  const { next } = await ask("now");
  for (let round = 0; round < 3; round++) {
    await slow.query("BEGIN");
    await store(slow, [newClick()]);
    await store(quick, [newClick()]);
    const { ids } = await mirror(next!);
    expect(ids).toHaveLength(2 * round);
    await slow.query("COMMIT");
    expect((await mirror(next!)).ids).toHaveLength(2 * (round + 1));
  }
});

test("a program that asks again and again gets each click of 50 writers with pauses once, in the order of arrival", async () => {
  const WRITERS = 50;
  const writers: pg.Client[] = [];
  for (let i = 0; i < WRITERS; i++) writers.push(await connected());
  let { next } = await ask("now");
  const start = next!;
  const mirrored: string[] = [];
  let polls = 0;
  let waiting: { until: number; go: () => void }[] = [];
  /** Resolves after this many further polls: a pause whose length does not depend on the clock. */
  const polled = (times: number) => new Promise<void>((go) => waiting.push({ until: polls + times, go }));
  const poll = async () => {
    const page = await ask(next!, { pageSize: 7 });
    mirrored.push(...idsOf(page));
    ({ next } = page);
    polls += 1;
    waiting.filter(({ until }) => until <= polls).forEach(({ go }) => go());
    waiting = waiting.filter(({ until }) => until > polls);
    return page.more;
  };
  const committed: string[] = [];
  const written = writers.map(async (client, i) => {
    for (let round = 0; round < 3; round++) {
      // Every fourth batch is as old as one from a log.
      const ago = (i + round) % 4 === 0 ? (i + 1) * DAY : MINUTE;
      const { id: agentId, companyId } = agents[i % 2]!;
      const batch = Array.from({ length: 1 + (i % 3) }, () => newClick(ago, { agentId, companyId }));
      await client.query("BEGIN");
      await store(client, batch);
      await polled(((7 * i + 3 * round) % 5) + 1);
      const isKept = (i + round) % 6 !== 0;
      await client.query(isKept ? "COMMIT" : "ROLLBACK");
      if (isKept) committed.push(...idsIn(batch));
    }
  });
  let running = true;
  const allWritten = Promise.all(written).finally(() => (running = false));
  while (running) await poll();
  await allWritten;
  while (await poll());
  expect(committed.length).toBeGreaterThan(200);
  expect([...mirrored].sort()).toEqual([...committed].sort());
  expect((await mirror(start, { pageSize: 500 })).ids).toEqual(mirrored);
  const { rows } = await clients[0]!.query<{ id: string }>(
    "SELECT id FROM clicks WHERE id = ANY($1::uuid[]) ORDER BY arrival, id",
    [committed],
  );
  expect(mirrored).toEqual(rows.map(({ id }) => id));
  const own = await mirror(start, { pageSize: 20 }, agents[1]!.actor);
  const expected = (await mirror(start, { agentId: agents[1]!.id })).ids;
  expect(own.ids).toEqual(expected);
  expect(own.ids.length).toBeGreaterThan(30);
  expect(own.ids.length).toBeLessThan(committed.length);
});

test("clicks that wait in the log for days are answered when they are stored, among clicks of today", async () => {
  const client = await connected();
  const log = await aLog();
  const spooled = Array.from({ length: 450 }, (_, i) => newClick(3 * DAY - i * 1_000));
  const other = [newClick(3 * DAY - 90_500)];
  await store(client, other);
  const { next } = await ask("now");
  const today = [newClick()];
  await store(client, today);
  for (const click of spooled) expect(await appended(log, { ...click, subs: { sub1: "late" } })).toBe(true);
  await log.close();
  await loadAll(log.folder);
  const tonight = [newClick()];
  await store(client, tonight);
  const { ids } = await mirror(next!, { pageSize: 40 });
  expect(ids).toEqual([...idsIn(today), ...idsIn(spooled), ...idsIn(tonight)]);
  expect((await mirror(next!, { subId: "late", pageSize: 100 })).ids).toEqual(idsIn(spooled));
  const day = dayOf(Date.now() - 3 * DAY);
  expect((await mirror(next!, { start: day, end: dayOf(Date.now() - 2 * DAY) })).ids).toEqual(idsIn(spooled));
});

test("filters apply, and an empty cursor begins with the oldest click", async () => {
  const whole = await mirror("", { pageSize: 500 });
  expect(new Set(whole.ids).size).toBe(whole.ids.length);
  const page = await perform(searchClicks, superadmin, { pageSize: 1 }, from);
  expect(Object.keys(page).sort()).toEqual(["items", "total"]);
  const some = first(whole.ids);
  expect(idsOf(await ask("", { clickId: some }))).toEqual([some]);
  expect((await mirror("", { siteId: type.siteId })).ids).toEqual(whole.ids);
  const { types } = await aSite();
  const other = await aClick({ agent: agents[0]!, type: first(types), at: new Date() });
  expect((await mirror("", { siteId: first(types).siteId })).ids).toEqual([other.id]);
  expect((await mirror(whole.next)).ids).toEqual([other.id]);
});

test("a text that is not a cursor is refused with what to send, and so is a page; a cursor from the future is a conflict", async () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  const id = "01a20ca2-fd51-7427-8c33-33469fba9a8d";
  const wrong = ["yesterday", "sale:1", "click:1", `click:1.${id}0`, `clicks:1.${id}`, `sale:1.${id}`].map(encoded);
  for (const after of ["yesterday", ...wrong]) {
    await expect(ask(after)).rejects.toMatchObject({
      status: 422,
      data: { after: ['Please send "next" of the last answer, "" for the oldest row, or "now".'] },
    });
  }
  await expect(ask("", { page: 2 })).rejects.toMatchObject({ status: 422, data: { page: [expect.any(String)] } });
  await expect(ask(encoded(`click:999999999999.${id}`))).rejects.toMatchObject({ status: 409 });
});

test("a filter that selects few clicks looks through 100,000 of them at most and says that there are more", async () => {
  const { next } = await ask("now");
  await db.run`
      WITH stored AS (
        INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo, arrival)
        SELECT ('019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '2025-10-20T12:00Z', ${agents[0]!.id},
          ${agents[0]!.companyId}, ${type.siteId}, ${type.id}, 0, false, 0, 'US', 4000000000 + n / 200
        FROM generate_series(1, 101000) AS n RETURNING arrival, clicked_at
      )
      INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks)
      SELECT arrival, min(clicked_at), max(clicked_at), count(*) FROM stored GROUP BY arrival`;
  await clients[0]!.query("SELECT setval('click_arrivals', 4000000505)");
  const last = newClick(MINUTE, { geo: "CA", subs: { sub1: "rare" } });
  await store(clients[0]!, [last]);
  const page = await ask(next!, { subId: "rare" });
  expect([idsOf(page), page.more]).toEqual([[], true]);
  const rest = await ask(page.next!, { subId: "rare" });
  expect([idsOf(rest), rest.more]).toEqual([[last.id], false]);
});

test("clicks from before the migration come first, in the order of their time, then those since", async () => {
  const own = await aDatabase();
  await own.enter();
  superadmin = (await aSuperadmin()).actor;
  agents = [await anAgent(), await anAgent()];
  type = first((await aSite()).types);
  const client = await connected(own.url);
  const old: string[] = [];
  for (let i = 0; i < 30; i++) {
    const { id } = await aClick({ agent: agents[i % 2]!, type, at: new Date(Date.now() - (100 - i) * DAY) });
    old.push(id);
  }
  await client.query("DELETE FROM migrations WHERE name = '0020-click-arrivals'");
  await client.query("DROP TABLE click_batches");
  await client.query("DROP SEQUENCE click_arrivals");
  await client.query("ALTER TABLE clicks DROP COLUMN arrival");
  expect(await withSchemaLock(migrate, { url: own.url })).toEqual(["0020-click-arrivals"]);
  expect((await mirror("", { pageSize: 7 })).ids).toEqual(old);
  const { next } = await ask("now");
  const batches = [[newClick(50 * DAY)], [newClick(), newClick()]];
  for (const batch of batches) await store(client, batch);
  const since = batches.flatMap(idsIn);
  for (const pageSize of [1, 2, 10, 500]) expect((await mirror("", { pageSize })).ids).toEqual([...old, ...since]);
  const ofSecond = old.filter((_, i) => i % 2 === 1);
  expect((await mirror("", { pageSize: 4 }, agents[1]!.actor)).ids).toEqual(ofSecond);
  expect((await mirror(next!)).ids).toEqual(since);
  const whole = await ask("", { pageSize: 30 });
  expect([idsOf(whole), whole.more]).toEqual([old, true]);
  const about = (await readTransaction(() => runChecks())).filter(({ says }) => says.startsWith("Batches"));
  expect(about).toEqual([]);
});
