import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { log } from "../../server/kernel/process/log";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { aShop as aLinkedShop, allLoaded, change, type Clicking, clicksOf, openClicking } from "./click-world";
import { aShop, change as changed, lastStored, openPostbacks, type Stored } from "./postback-world";

/** Request ids on the hot path: a postback returns its receipt, a click without a redirect its own id. */
let site: Awaited<ReturnType<typeof openPostbacks>>;
let links: Clicking;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  links = await openClicking();
});
afterAll(() => Promise.all([site.close(), links.close()]));

const told = vi.spyOn(log(), "error").mockImplementation(() => undefined);
afterEach(() => void told.mockClear());
const lines = () => told.mock.calls.map(([line]) => (line as { requestId?: string }).requestId);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test("a postback returns the receipt of its row, whatever its verdict [TRUST-24]", async () => {
  const { secret, click } = await aShop();
  const sale = { clickid: (await click()).id, event: "sale", txid: "t", secret };
  const ways = [
    () => site.get(sale),
    () => site.form(sale),
    () => site.json({ ...sale, event: "nothing" }),
    () => site.get({ ...sale, secret: "wrong" }),
    () => site.get({ ...sale, clickid: "01936000-0000-7000-8000-000000000000" }),
    () => site.send({ method: "POST", headers: { "Content-Type": "application/json" } }, "{"),
  ];
  const ids: unknown[] = [];
  for (const ask of ways) {
    const { headers } = await ask();
    expect(headers["x-request-id"]).toBe(((await lastStored()) as Stored & { receipt: string }).receipt);
    ids.push(headers["x-request-id"]);
  }
  expect(new Set(ids).size).toBe(ways.length);
  expect((await site.send({ method: "PUT" })).headers["x-request-id"]).toMatch(UUID);
});

test("a failed postback returns the incident number of its log line [TRUST-24]", async () => {
  const { secret, click } = await aShop();
  await changed(sql`ALTER TABLE postbacks RENAME TO others`);
  const { status, headers, body } = await site
    .get({ clickid: (await click()).id, event: "sale", secret })
    .finally(() => changed(sql`ALTER TABLE others RENAME TO postbacks`));
  const id = String(headers["x-request-id"]);
  expect([status, (body as { message?: string }).message]).toEqual([
    500,
    `Something went wrong on our side, and the request may not have been stored. Please name the incident ${id}.`,
  ]);
  expect(lines()).toEqual([id]);
});

test("the answer to a click names the click, with a redirect and without, and a redirect has no other headers [TRUST-24]", async () => {
  const shop = await aLinkedShop();
  const led = await links.open(shop.path);
  expect([led.status, Object.keys(led.headers).sort()]).toEqual([
    302,
    [
      ...["cache-control", "connection", "content-length", "date", "keep-alive", "location"],
      ...["x-content-type-options", "x-request-id", "x-robots-tag"],
    ],
  ]);
  const { id } = first(await clicksOf(shop.agent));
  expect([led.headers["x-request-id"], led.headers.location]).toEqual([id, expect.stringContaining(id)]);
  await change(sql`ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')`);
  // It is acknowledged before the database sees it; the log line of the loader has its id.
  const refused = await links.open(shop.path, { Referer: "https://refused.example/" });
  await expect.poll(lines).toContain(String(refused.headers.location).slice(-36));
  expect(await allLoaded()).toBe(true);
  await change(sql`ALTER TABLE clicks DROP CONSTRAINT refused`);
  await change(sql`UPDATE types SET active = false WHERE id = ${shop.type.id}`);
  const over = await links.open(shop.path);
  expect([over.status, over.headers["x-request-id"]]).toEqual([410, (await clicksOf(shop.agent)).at(-1)?.id]);
  // These store nothing, and have an ID of their own.
  for (const answer of [await links.open(shop.path, {}, "HEAD"), await links.open(`${shop.path}0`)])
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
});
