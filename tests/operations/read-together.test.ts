import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { readTogether } from "../../server/kernel/database/read-together";
import {
  currentClient,
  execute,
  inNewTransaction,
  queryOne,
  readTransaction,
  writeTransaction,
} from "../../server/kernel/database/transactions";
import { aDatabase } from "../world/database";

beforeAll(async () => (await aDatabase()).enter());

const number = async (value: number) => (await queryOne<{ value: number }>(sql`SELECT ${value}::int AS value`))?.value;
const failing = () => queryOne(sql`SELECT 1 / 0`);
const DIVISION_BY_ZERO = { code: "22012" };
const domains = async () => (await queryOne<{ count: number }>(sql`SELECT count(*) AS count FROM domains`))?.count;

test("reads that are sent together get each other's rows", () =>
  readTransaction(async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    expect(await readTogether(...numbers.map(number))).toEqual(numbers);
    expect(await readTogether(number(1), null, [2])).toEqual([1, null, [2]]);
  }));

test("each statement of a page waits for the answer to the one before", async () => {
  const isPipelined = () => Promise.resolve((currentClient() as pg.PoolClient).pipeline);
  expect(await readTransaction(isPipelined)).toBe(true);
  expect(await writeTransaction(isPipelined)).toBe(true);
});

test("a read continues on its connection after its transaction failed and another one has the connection", async () => {
  let ended = false;
  const longer = async () => {
    await number(1).catch(() => undefined);
    await number(2).catch(() => undefined);
    ended = true;
  };
  await expect(readTransaction(() => readTogether(longer(), failing()))).rejects.toMatchObject(DIVISION_BY_ZERO);
  expect(ended).toBe(true);
});

test("the fault of a read hides behind those that it causes, or breaks the next reads", async () => {
  const after = async () => {
    await number(1);
    return number(2);
  };
  await expect(readTransaction(() => readTogether(after(), failing()))).rejects.toMatchObject(DIVISION_BY_ZERO);
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
