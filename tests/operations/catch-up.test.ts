import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "../../server/kernel/database/sql";
import { queryOne } from "../../server/kernel/database/transactions";
import { setCatchUp } from "../../server/kernel/operation/catch-up";
import { query, stream } from "../../server/kernel/operation/operation";
import { perform, performStream } from "../../server/kernel/operation/perform";
import { performTogether } from "../../server/kernel/operation/perform-together";
import { atLeast, system } from "../../server/kernel/operation/roles";
import { aDatabase } from "../world/database";

/** The order of what happens: "waited" for the clicks that are on their way, "read" by an operation. */
let happened: string[] = [];
beforeAll(async () => (await aDatabase()).enter());
beforeEach(() => {
  happened = [];
  setCatchUp(async () => {
    await new Promise(setImmediate);
    happened.push("waited");
  });
});
afterEach(() => setCatchUp(() => Promise.resolve()));

const FROM = { channel: "page", ip: null, userAgent: "" } as const;
const shared = { does: "count", allow: atLeast("agent"), input: z.object({}) };
const run = async () => {
  happened.push("read");
  return (await queryOne<{ one: number }>(sql`SELECT 1 AS one`))?.one ?? 0;
};
const counting = query({ ...shared, name: "test.counting", countsClicks: true, output: z.number(), run });
const lagging = query({ ...shared, name: "test.lagging", mayLag: true, output: z.number(), run });
const other = query({ ...shared, name: "test.other", output: z.number(), run });

test("a report reads after the clicks that were acknowledged before it, and nothing else waits for them", async () => {
  for (const [operation, due] of [
    [counting, ["waited", "read"]],
    [lagging, ["waited", "read"]],
    [other, ["read"]],
  ] as const) {
    happened = [];
    await perform(operation, system, {}, FROM);
    expect(happened, operation.name).toEqual(due);
  }
});

test("the queries of a screen wait once, before the first of them", async () => {
  const all = [counting, other, counting];
  await performTogether(
    all,
    all.map((operation) => () => perform(operation, system, {}, FROM)),
  );
  expect(happened).toEqual(["waited", "read", "read", "read"]);
});

test("an export waits before its first row", async () => {
  const rows = stream({
    ...{ ...shared, name: "test.rows", mayLag: true },
    async *run() {
      happened.push("read");
      await Promise.resolve();
      yield 1;
    },
  });
  for await (const row of performStream(rows, system, {}, FROM)) expect(row).toBe(1);
  expect(happened).toEqual(["waited", "read"]);
});
