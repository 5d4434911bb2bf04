import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { command } from "../../server/kernel/operation/operation";
import { type LogEntry, setJournal, perform } from "../../server/kernel/operation/perform";
import { atLeast, system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { barrier } from "../world/locks";
import { db } from "../world/db";

// Each operation uses its own connection, as with two people.
beforeAll(async () => {
  await (await aDatabase()).enter();
  await db.run`INSERT INTO options (name, value) VALUES ('deadlock 1', '0'), ('deadlock 2', '0')`;
});

const from = { channel: "call", ip: null, userAgent: "" } as const;
const read = <T>(statement: ReturnType<typeof sql>) => writeTransaction(() => queryRows<T>(statement));
const noted = (name: string) => execute(sql`INSERT INTO domains (domain) VALUES (${name})`);

/** Increments two rows, calls `held` with the first one locked, and leaves every kind of trace. */
const countUp = (held: () => Promise<void>) =>
  command({
    name: "options.countUp",
    does: "count",
    allow: atLeast("admin"),
    type: "UPDATE",
    input: z.object({ order: z.tuple([z.int(), z.int()]) }),
    output: z.object({ runs: z.int() }),
    before: ({ onSettled }, { order: [name] }) => Promise.resolve(onSettled(() => noted(`before-${name}.example`))),
    async run({ changed, onSettled, revealed }, { order }) {
      const [name] = order;
      changed({ record: "option", id: name, before: { runs: 0 }, after: { runs: 1 } });
      onSettled(() => noted(`run-${name}.example`));
      revealed([`person ${name}`]);
      for (const [index, number] of order.entries()) {
        await execute(sql`UPDATE options SET value = (value::int + 1)::text WHERE name = ${`deadlock ${number}`}`);
        if (index === 0) await held();
      }
      return { runs: 1 };
    },
  });

test("two commands that lock the same rows in opposite order both succeed and leave their traces once [TRUST-26]", async () => {
  const entries: LogEntry[] = [];
  setJournal((entry) => void entries.push(entry));
  let runs = 0;
  const before = await figure("transactions_aborted_total");
  const bothHold = barrier(2);
  const counting = countUp(() => {
    runs += 1;
    return bothHold();
  });
  const both = [
    [1, 2],
    [2, 1],
  ].map((order) => perform(counting, system, { order }, from));
  await Promise.all(both);
  // Without a deadlock each would have run once. The one that runs again may meet the other in a second deadlock.
  const aborted = (await figure("transactions_aborted_total")) - before;
  expect(aborted).toBeGreaterThan(0);
  expect(runs).toBe(2 + aborted);
  expect(await read(sql`SELECT value FROM options WHERE name LIKE 'deadlock _' ORDER BY name`)).toEqual([
    { value: "2" },
    { value: "2" },
  ]);
  const traces = await read<{ record_id: string }>(sql`SELECT record_id FROM audit WHERE record = 'option' ORDER BY 1`);
  expect(traces.map(({ record_id: id }) => id)).toEqual(["1", "2"]);
  expect(
    (await read<{ domain: string }>(sql`SELECT domain FROM domains WHERE domain LIKE '%-_.example' ORDER BY 1`)).map(
      ({ domain }) => domain,
    ),
  ).toEqual(["before-1.example", "before-2.example", "run-1.example", "run-2.example"]);
  expect(entries.map(({ revealed, auditIds, status }) => [revealed.length, auditIds.length, status])).toEqual([
    [1, 1, 200],
    [1, 1, 200],
  ]);
});

const RAISES = {
  "40P01": sql`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`,
  "40001": sql`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`,
};
type Code = keyof typeof RAISES;

const undoing = (code: Code, count: () => void) =>
  command({
    name: "options.undone",
    does: "count",
    allow: atLeast("admin"),
    type: "UPDATE",
    input: z.object({}),
    output: z.object({}),
    async run({ onSettled }) {
      count();
      onSettled(() => noted(`kept-${code}.example`));
      await execute(sql`INSERT INTO domains (domain) VALUES (${`undone-${code}.example`})`);
      // The savepoint is rolled back with the whole transaction: repeating only the savepoint would fail the same way.
      await writeTransaction(() => execute(RAISES[code]));
      return {};
    },
  });

test.each(Object.keys(RAISES) as Code[])(
  "a command that the database always rolls back (%s) is tried three times and refused as a conflict [TRUST-26]",
  async (code) => {
    let tries = 0;
    const failing = undoing(code, () => (tries += 1));
    const thrown: unknown = await perform(failing, system, {}, from).catch((fault: unknown) => fault);
    expect(thrown).toMatchObject({
      code: "CONFLICT",
      message: "Somebody else is changing the same records. Please try again.",
    });
    expect(tries).toBe(3);
    const left = await read(sql`SELECT domain FROM domains WHERE domain LIKE ${`%-${code}.example`}`);
    expect(left).toEqual([{ domain: `kept-${code}.example` }]);
    expect(await db.row`SELECT 1 AS works`).toEqual({ works: 1 });
  },
);
