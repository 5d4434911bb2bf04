import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isDatabaseUnresponsive, watchResponsiveness } from "../../server/kernel/database/responsiveness";
import { overrideConfig, config } from "../../server/kernel/process/config";
import {
  closeDatabase,
  database,
  isUnreachable,
  queryOne,
  readTransaction,
  writeTransaction,
} from "../../server/kernel/database/transactions";
import { poolUsage } from "../../server/kernel/database/driver";
import { sql } from "../../server/kernel/database/sql";
import { aLine } from "../world/line";

/** Whether the database answers through a line that falls silent: it is reachable but returns nothing. */

let line: Awaited<ReturnType<typeof aLine>>;
let stop: () => Promise<void>;
let direct: string | undefined;

beforeAll(async () => {
  direct = config().DATABASE_URL;
  line = await aLine(direct ?? "");
  overrideConfig({ DATABASE_URL: line.url });
  await closeDatabase();
  stop = watchResponsiveness();
});
afterAll(async () => {
  await stop();
  await closeDatabase();
  await line.cut();
  overrideConfig({ DATABASE_URL: direct });
});

const seconds = (count: number) => () => queryOne<{ done: boolean }>(sql`SELECT true AS done FROM pg_sleep(${count})`);
const refusal = async (act: () => Promise<unknown>): Promise<unknown> => {
  try {
    await act();
    return "answered";
  } catch (fault) {
    return isUnreachable(fault);
  }
};
const until = async (silent: boolean) => {
  for (const deadline = Date.now() + 60_000; isDatabaseUnresponsive() !== silent; await pause(20)) {
    if (Date.now() > deadline) throw new Error(`The database is ${silent ? "not " : ""}silent.`);
  }
};

/** A busy machine may keep the database silent for a second, so what passes once is proved. */
const once = (proof: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await until(false);
      await proof();
    },
    { timeout: 120_000, interval: 0 },
  );

test("a statement that takes longer than a silence may is answered [TRUST-23]", () =>
  once(async () => {
    expect(await readTransaction(seconds(2.5))).toEqual({ done: true });
    expect(isDatabaseUnresponsive()).toBe(false);
  }));

test("a process that is busy itself does not take its database for frozen", () =>
  once(async () => {
    const answer = readTransaction(seconds(1)).catch((fault: unknown) => fault);
    const silences: boolean[] = [];
    for (let stall = 0; stall < 6; stall++) {
      const until = performance.now() + 1_200;
      while (performance.now() < until);
      await new Promise((done) => setImmediate(done));
      silences.push(isDatabaseUnresponsive());
    }
    expect([silences, await answer]).toEqual([Array(6).fill(false), { done: true }]);
  }));

test("a connection that is lost before it is in its pool is not a fault of the process [TRUST-02]", async () => {
  await closeDatabase();
  const lost = new Error("Connection terminated unexpectedly");
  database().addHook("afterConnect", (connection) => void (connection as pg.Client).emit("error", lost));
  // Answered or away: anything else would have been thrown from an event, which ends a process.
  expect(await refusal(() => readTransaction(seconds(0)))).not.toBe(false);
  await closeDatabase();
});

const SIZE = 24;
const ACQUIRE = "SequelizeConnectionAcquireTimeoutError";

/** More statements than the pools have room for, which fall into a silence; answers the names of their faults. */
async function silenced(): Promise<string[]> {
  const waiting = Array.from({ length: SIZE }, (_, index) =>
    (index % 2 ? readTransaction : writeTransaction)(seconds(60)).then(
      () => "answered",
      (fault: unknown) => (isUnreachable(fault) ? (fault as Error).name : "another fault"),
    ),
  );
  await expect.poll(() => poolUsage(database()).every(({ used, waiting: queue }) => used > 0 && queue > 0)).toBe(true);
  line.fallSilent();
  return Promise.all(waiting);
}

test("who waits for a connection or an answer of a silent database is refused, new ones at once, until it answers [TRUST-23]", async () => {
  // On a busy machine those who wait for a connection may have to give up before the silence is certain.
  const deadline = Date.now() + 120_000;
  for (let faults = [ACQUIRE]; faults.includes(ACQUIRE);) {
    expect(Date.now()).toBeLessThan(deadline);
    faults = await silenced();
    expect(isDatabaseUnresponsive()).toBe(true);
    expect(faults.filter((name) => name === "answered" || name === "another fault")).toEqual([]);
    const began = performance.now();
    for (let count = 0; count < 100; count++) expect(await refusal(() => readTransaction(seconds(0)))).toBe(true);
    // Each of them at once: if they had waited, each would have taken a second.
    expect(performance.now() - began).toBeLessThan(60_000);
    // The connection that returns is a different one from the silent one.
    await line.cut();
    await line.mend();
    await until(false);
  }
  expect(await writeTransaction(seconds(0))).toEqual({ done: true });
  expect(await readTransaction(seconds(0))).toEqual({ done: true });
  await expect
    .poll(() => poolUsage(database()).map(({ used, waiting: queue }) => [used, queue]))
    .toEqual([
      [0, 0],
      [0, 0],
    ]);
});
