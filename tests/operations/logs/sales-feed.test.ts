import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENTS } from "../../../server/trade/events";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { searchPostbacks, searchSales } from "../../../server/logs";
import { book, plan, type Sale } from "../../../server/tracking";
import { record } from "../../../server/tracking/postbacks/record";
import type { Client } from "../../../server/kernel/database/sql";
import { aClick, anAgent, aSite, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";

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
  type = first((await aSite({ types: [{ bonus: true }] })).types);
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

const from = { channel: "call" as const, ip: null, userAgent: "" };
const ask = (after: string, more: object = {}, actor = superadmin) =>
  perform(searchSales, actor, { after, ...more }, from);
const idsOf = ({ items }: Awaited<ReturnType<typeof ask>>) => items.items.map(({ id }) => id);

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  return client;
}

async function aSale(agent = agents[0]!): Promise<Sale> {
  const at = new Date(Date.now() - 60_000);
  const { id: clickId } = await aClick({ agent, type: type as never, at });
  const base = { agentId: agent.id, siteId: type.siteId, typeId: type.id, clickId, geo: "US" };
  return { ...base, event: EVENTS.sale, occurredAt: at, receivedAt: at };
}

/** Books the sales on this connection, in its open transaction if there is one. */
const bookOn = async (client: pg.Client, ...sales: Sale[]): Promise<number[]> =>
  book(client as unknown as Client, await plan(client as unknown as Client, sales));

test("a sale that commits late holds later ones back, and is then answered before them", async () => {
  const [slow, quick] = [await connected(), await connected()];
  const { next } = await ask("now");
  await slow.query("BEGIN");
  const [early] = await bookOn(slow, await aSale());
  const [late] = await bookOn(quick, await aSale());
  expect(late).toBeGreaterThan(early!);
  const during = await ask(next!);
  expect([idsOf(during), during.next, during.more]).toEqual([[], next, false]);
  await slow.query("COMMIT");
  const after = await ask(next!);
  expect(idsOf(after)).toEqual([early, late]);
  expect(idsOf(await ask(after.next!))).toEqual([]);
});

test("a booking that is rolled back holds nothing back", async () => {
  const [slow, quick] = [await connected(), await connected()];
  const { next } = await ask("now");
  await slow.query("BEGIN");
  await bookOn(slow, await aSale());
  const [booked] = await bookOn(quick, await aSale());
  await slow.query("ROLLBACK");
  expect(idsOf(await ask(next!))).toEqual([booked]);
});

test("a program that asks again and again gets each sale of 50 writers with pauses once, in ascending order", async () => {
  const WRITERS = 50;
  const sales: Sale[] = [];
  for (let i = 0; i < 3 * WRITERS; i++) sales.push(await aSale(agents[i % 2]));
  const writers: pg.Client[] = [];
  for (let i = 0; i < WRITERS; i++) writers.push(await connected());
  let { next } = await ask("now");
  const start = next!;
  const mirrored: number[] = [];
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
  const committed: number[] = [];
  const written = writers.map(async (client, i) => {
    for (let round = 0; round < 3; round++) {
      await client.query("BEGIN");
      const ids = await bookOn(client, sales[3 * i + round]!);
      await polled(((7 * i + 3 * round) % 5) + 1);
      const isKept = (i + round) % 6 !== 0;
      await client.query(isKept ? "COMMIT" : "ROLLBACK");
      if (isKept) committed.push(...ids);
    }
  });
  let running = true;
  const allWritten = Promise.all(written).finally(() => (running = false));
  while (running) await poll();
  await allWritten;
  while (await poll());
  expect(committed.length).toBeGreaterThan(100);
  expect(mirrored).toEqual([...committed].sort((a, b) => a - b));
  const own = await ask(start, { pageSize: 500 }, agents[1]!.actor);
  const ownIds = own.items.items.filter(({ agentId }) => agentId === agents[1]!.id).map(({ id }) => id);
  expect(ownIds).toEqual(idsOf(own));
  expect(ownIds.length).toBeGreaterThan(30);
  expect(ownIds.length).toBeLessThan(committed.length);
});

test("filters apply, and an empty cursor begins with the oldest sale", async () => {
  const all = await ask("", { pageSize: 500 });
  expect(idsOf(all)).toEqual(idsOf(all).sort((a, b) => a - b));
  const some = await ask("", { pageSize: 500, agentId: agents[0]!.id });
  expect(idsOf(some)).toEqual(all.items.items.filter(({ agentId }) => agentId === agents[0]!.id).map(({ id }) => id));
  expect(idsOf(await ask("", { siteId: type.siteId, recordType: EVENTS.bonus }))).toEqual([]);
});

test("a text that is not a cursor is refused with what to send, and so is a page; a cursor from the future is a conflict", async () => {
  await expect(ask("yesterday")).rejects.toMatchObject({
    status: 422,
    data: { after: ['Please send "next" of the last answer, "" for the oldest row, or "now".'] },
  });
  const ofPostbacks = Buffer.from("postback:1").toString("base64url");
  await expect(ask(ofPostbacks)).rejects.toMatchObject({ status: 422, data: { after: [expect.any(String)] } });
  await expect(ask("", { page: 2 })).rejects.toMatchObject({ status: 422, data: { page: [expect.any(String)] } });
  const future = Buffer.from("sale:999999999").toString("base64url");
  await expect(ask(future)).rejects.toMatchObject({ status: 409 });
});

test("a postback that is stored late holds later ones back, and both are then answered in the order of their IDs", async () => {
  const [slow, quick] = [await connected(), await connected()];
  const search = (after: string) => perform(searchPostbacks, superadmin, { after }, from);
  const store = (client: pg.Client) =>
    record(
      client as unknown as Client,
      { receipt: randomUUID(), receivedAt: new Date(), ip: "192.0.2.1", params: {} },
      { verdict: "refused", reason: "bad_secret", postback: {} },
    );
  const { next } = await search("now");
  await slow.query("BEGIN");
  await store(slow);
  await store(quick);
  expect((await search(next!)).items).toEqual([]);
  await slow.query("COMMIT");
  const { items, more } = await search(next!);
  expect(items).toHaveLength(2);
  expect(items[1]!.id).toBeGreaterThan(items[0]!.id);
  expect(more).toBe(false);
  const page = await perform(searchPostbacks, superadmin, { pageSize: 1 }, from);
  expect(Object.keys(page).sort()).toEqual(["items", "total"]);
});
