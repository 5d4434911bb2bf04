import type { Socket } from "node:net";
import type pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { sql } from "../../server/kernel/database/sql";
import { together } from "../../server/kernel/database/statements";
import {
  currentClient,
  execute,
  inNewTransaction,
  queryOne,
  readTransaction,
  writeTransaction,
} from "../../server/kernel/database/transactions";
import { type AnyOperation, query } from "../../server/kernel/operation/operation";
import { perform } from "../../server/kernel/operation/perform";
import { performTogether } from "../../server/kernel/operation/perform-together";
import { atLeast, system } from "../../server/kernel/operation/roles";
import { aDatabase } from "../world/database";

beforeAll(async () => (await aDatabase()).enter());

const number = async (value: number) => (await queryOne<{ value: number }>(sql`SELECT ${value}::int AS value`))?.value;
const failing = () => queryOne(sql`SELECT 1 / 0`);
const DIVISION_BY_ZERO = { code: "22012" };
const domains = async () => (await queryOne<{ count: number }>(sql`SELECT count(*) AS count FROM domains`))?.count;

test("reads that are sent together get each other's rows", () =>
  readTransaction(async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    expect(await together(...numbers.map(number))).toEqual(numbers);
    expect(await together(number(1), null, [2])).toEqual([1, null, [2]]);
  }));

test("each statement of a page waits for the answer to the one before", async () => {
  const isPipelined = () => Promise.resolve((currentClient() as pg.PoolClient).pipeline);
  expect(await readTransaction(isPipelined)).toBe(true);
  expect(await writeTransaction(isPipelined)).toBe(true);
});

test("each statement of a page is a system call of its own", () =>
  readTransaction(async () => {
    const { stream } = (currentClient() as unknown as { connection: { stream: Socket } }).connection;
    await number(0);
    const writes = vi.spyOn(stream, "_writev" as never);
    expect(await together(number(1), number(2), domains(), number(3))).toEqual([1, 2, expect.any(Number), 3]);
    expect(writes).toHaveBeenCalledTimes(1);
  }));

const TRANSACTION = sql`SELECT virtualtransaction AS id FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'virtualxid'`;
const transactionOf = (name: string, options: { mayLag?: boolean; heavy?: boolean } = {}) =>
  query({
    ...{
      name,
      does: "read a transaction",
      allow: atLeast("agent"),
      input: z.object({}),
      output: z.string(),
      ...options,
    },
    run: async () => (await queryOne<{ id: string }>(TRANSACTION))?.id ?? "",
  });

test("a query of a screen that may wait for its turn or read from a replica shares the transaction of the others", async () => {
  const transactions = (...operations: AnyOperation<z.ZodString>[]) =>
    performTogether(
      operations,
      operations.map((operation) => () => perform(operation, system, {}, { channel: "page", ip: null, userAgent: "" })),
    );
  expect(new Set(await transactions(transactionOf("a"), transactionOf("b"), transactionOf("c"))).size).toBe(1);
  expect(new Set(await transactions(transactionOf("a"), transactionOf("b", { mayLag: true }))).size).toBe(2);
  expect(new Set(await transactions(transactionOf("a"), transactionOf("b", { heavy: true }))).size).toBe(2);
});

test("a read continues on its connection after its transaction failed and another one has the connection", async () => {
  let ended = false;
  const longer = async () => {
    await number(1).catch(() => undefined);
    await number(2).catch(() => undefined);
    ended = true;
  };
  await expect(readTransaction(() => together(longer(), failing()))).rejects.toMatchObject(DIVISION_BY_ZERO);
  expect(ended).toBe(true);
});

test("the fault of a read hides behind those that it causes, or breaks the next reads", async () => {
  const after = async () => {
    await number(1);
    return number(2);
  };
  await expect(readTransaction(() => together(after(), failing()))).rejects.toMatchObject(DIVISION_BY_ZERO);
  for (const value of [1, 2, 3]) expect(await readTransaction(() => number(value))).toBe(value);
});

test("two statements of a read see different states of the database", async () => {
  await readTransaction(async () => {
    const before = await domains();
    await inNewTransaction(() => execute(sql`INSERT INTO domains (domain) VALUES ('new.example')`));
    expect(await domains()).toBe(before);
  });
  expect(await readTransaction(domains)).toBe(1);
});
