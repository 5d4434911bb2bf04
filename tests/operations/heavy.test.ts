import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { query, stream } from "../../server/kernel/operation/operation";
import { perform, performStream } from "../../server/kernel/operation/perform";
import { performTogether } from "../../server/kernel/operation/perform-together";
import { atLeast } from "../../server/kernel/operation/roles";
import { HEAVY_AT_ONCE, MAX_WAITING } from "../../server/kernel/operation/turns";
import { sites, sitesExport } from "../../server/reports";
import { ask, refused, textOf } from "../reports/ask";
import { type Account, anAdmin } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";

let database: TestDatabase;
let holder: pg.Client;
let [boss, aide]: Account[] = [];

beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  [boss, aide] = [await anAdmin(), await anAdmin()];
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(() => holder.end());

const FROM = { channel: "call", ip: null, userAgent: "" } as const;
const day = { start: "2026-03-02", end: "2026-03-02", groupBy: "company" };

/** The number of statements that wait for the locked table. */
const held = async () =>
  (
    await holder.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).rows[0]?.count;

test("an account's third report waits for one of the first two, and nobody else does", async () => {
  await holder.query("BEGIN");
  await holder.query("LOCK TABLE stats_delta IN ACCESS EXCLUSIVE MODE");
  const began: string[] = [];
  const note = <T>(name: string, made: Promise<T>) => made.finally(() => began.push(name));
  const first = [ask(sites, boss!.actor, day), textOf(sitesExport, boss!.actor, day)];
  await expect.poll(held, { timeout: 60_000 }).toBe(2);
  const third = note("third", ask(sites, boss!.actor, day));
  const others = ask(sites, aide!.actor, day);
  await expect.poll(held, { timeout: 60_000 }).toBe(3);
  // Time enough for the third to come, if it did not wait.
  for (let trip = 0; trip < 200; trip++) expect(await held()).toBe(3);
  expect(began).toEqual([]);
  await holder.query("ROLLBACK");
  await Promise.all([...first, third, others]);
  expect(began).toEqual(["third"]);
});

/** An operation that runs until it is ended. */
function heldOperation(heavy: boolean) {
  const ends: (() => void)[] = [];
  const options = { does: "read", allow: atLeast("admin"), input: z.object({}), heavy };
  const held = () => new Promise<void>((done) => ends.push(done));
  return {
    ends,
    read: query({ ...options, name: "test.read", output: z.literal(1), run: () => held().then(() => 1 as const) }),
    rows: stream({
      ...{ ...options, name: "test.rows" },
      async *run() {
        for (const part of ["a", "b", "c"]) {
          await held();
          yield part;
        }
      },
    }),
  };
}

test("reports beyond the queue of an account are 429 with the seconds to wait, and the waiting ones are all made", async () => {
  const { read, ends } = heldOperation(true);
  const all = Array.from({ length: HEAVY_AT_ONCE + MAX_WAITING }, () => perform(read, boss!.actor, {}, FROM));
  await expect.poll(() => ends.length).toBe(HEAVY_AT_ONCE);
  await expect(perform(read, boss!.actor, {}, FROM)).rejects.toMatchObject({
    ...{ status: 429, code: "TOO_MANY_REQUESTS", retryAfter: 5 },
    message: "2 reports or exports of your account are running. Please try again in 5 seconds.",
  });
  expect(await refused(read, null)).toEqual({ status: 401 });
  let isOver = false;
  const made = Promise.all(all).finally(() => (isOver = true));
  while (!isOver) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await made).toEqual(all.map(() => 1));
});

test("an export that a slow client reads keeps no slot between its parts", async () => {
  const { rows, read, ends } = heldOperation(true);
  const next = async (parts: AsyncIterator<string>) => {
    const part = parts.next();
    await expect.poll(() => ends.length).toBe(1);
    ends.shift()?.();
    return (await part).value as string;
  };
  const open = () => performStream(rows, boss!.actor, {}, FROM)[Symbol.asyncIterator]();
  const exports = [open(), open(), open()];
  for (const each of exports) expect(await next(each)).toBe("a");
  const report = perform(read, boss!.actor, {}, FROM);
  await expect.poll(() => ends.length).toBe(1);
  ends.shift()?.();
  expect(await report).toBe(1);
  for (const each of exports) expect(await next(each)).toBe("b");
});

test("ordinary queries of an account wait for no report, and the queries of one screen do not wait for each other", async () => {
  const [heavy, light] = [heldOperation(true), heldOperation(false)];
  const reports = [1, 2, 3].map(() => perform(heavy.read, boss!.actor, {}, FROM));
  const pages = [light.read, light.read, light.read, heavy.read];
  const screen = performTogether(
    pages,
    pages.map((operation) => () => perform(operation, aide!.actor, {}, FROM)),
  );
  const page = perform(light.read, boss!.actor, {}, FROM);
  await expect.poll(() => [heavy.ends.length, light.ends.length]).toEqual([3, 4]);
  for (const end of light.ends.splice(0)) end();
  expect(await page).toBe(1);
  let isOver = false;
  const all = Promise.all([...reports, screen]).finally(() => (isOver = true));
  while (!isOver) {
    heavy.ends.shift()?.();
    await new Promise(setImmediate);
  }
  await all;
});
