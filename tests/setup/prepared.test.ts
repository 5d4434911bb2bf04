import { afterAll, beforeAll, expect, test } from "vitest";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { MOST_PREPARED } from "../../server/kernel/database/statements";
import { identifier, sql } from "../../server/kernel/database/sql";
import { queryOne, queryRows, readTransaction, withConnection } from "../../server/kernel/database/transactions";
import { aDatabase } from "../world/database";

const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));

beforeAll(async () => {
  await (await aDatabase()).enter();
});

// The driver warns of statements that it queues itself, once in a process.
afterAll(() => expect(warnings).toEqual([]));

/** Runs `body` with all of its statements on one connection, on which nothing is prepared yet. */
const onOneConnection = (body: (query: (text: string) => Promise<unknown>) => Promise<void>) =>
  withOwnConnection("read", (client) => withConnection(client, () => body((text) => client.query(text))));

const ask = (name: string) =>
  queryOne<Record<string, number>>(sql`SELECT ${1}::int AS ${identifier(name)}`, { plan: "prepared" });
const prepared = () =>
  queryRows<{ statement: string; generic: number; custom: number }>(sql`
    SELECT statement, generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements ORDER BY statement`);

test("a connection keeps a bounded number of prepared statements, and of these the ones used last", () =>
  onOneConnection(async () => {
    for (let n = 0; n < MOST_PREPARED + 10; n++) {
      await ask("often");
      expect(await ask(`n${n}`)).toEqual({ [`n${n}`]: 1 });
    }
    const kept = await prepared();
    expect(kept).toHaveLength(MOST_PREPARED);
    expect(
      kept
        .map(({ statement }) => statement.split(" ").at(-1))
        .filter((name) => name === "n0" || name === `n${MOST_PREPARED + 9}`),
    ).toEqual([`n${MOST_PREPARED + 9}`]);
    const often = kept.find(({ statement }) => statement.endsWith("often"));
    // Parsed once, since these counts begin with it.
    expect((often?.generic ?? 0) + (often?.custom ?? 0)).toBe(MOST_PREPARED + 10);
    expect(await ask("n0")).toEqual({ n0: 1 });
  }));

test("a statement that is sent twice without waiting is parsed once", () =>
  readTransaction(async () => {
    expect(await Promise.all([ask("twice"), ask("twice")])).toEqual([{ twice: 1 }, { twice: 1 }]);
  }));

test("two statements that are sent at the same time make room by dropping the same one", () =>
  readTransaction(async () => {
    const ofRound = (round: number) => Array.from({ length: MOST_PREPARED + 8 }, (_, n) => `n${round}_${n}`);
    for (let round = 0; round < 4; round++) {
      const names = [...ofRound(round), ...ofRound(Math.max(0, round - 1)), ...ofRound(round)];
      expect(await Promise.all(names.map(ask))).toEqual(names.map((name) => ({ [name]: 1 })));
    }
    const last = ["last", "n3_0", "n3_1", "other", "last"];
    expect(await Promise.all(last.map(ask))).toEqual(last.map((name) => ({ [name]: 1 })));
  }));

test("statements of a transaction that failed can be prepared and run again on its connection", () =>
  onOneConnection(async (query) => {
    for (let n = 0; n < MOST_PREPARED; n++) await ask(`n${n}`);
    await query("BEGIN");
    await expect(queryOne(sql`SELECT 1 / 0`)).rejects.toThrow("division by zero");
    await expect(ask("more")).rejects.toThrow("current transaction is aborted");
    await query("ROLLBACK");
    for (const name of ["more", "n0", "n1"]) expect(await ask(name)).toEqual({ [name]: 1 });
  }));

test("a plan for all values is made once, and other statements of the transaction are planned for theirs", () =>
  onOneConnection(async (query) => {
    await query("BEGIN");
    const report = sql`SELECT count(*) AS report FROM stats_day WHERE day = ${"2026-01-01"}::date`;
    for (let n = 0; n < 3; n++) expect(await queryOne(report, { plan: "generic" })).toEqual({ report: 0 });
    await queryOne(sql`SELECT count(*) AS other FROM stats_day WHERE day = ${"2026-01-01"}::date`, {
      plan: "prepared",
    });
    const plans = (await prepared()).map(({ statement, ...counts }) => [/report|other/.exec(statement)?.[0], counts]);
    expect(Object.fromEntries(plans.filter(([name]) => name))).toEqual({
      report: { generic: 3, custom: 0 },
      other: { generic: 0, custom: 1 },
    });
    await query("COMMIT");
  }));

test("where tables are distributed, each plan knows the values that decide which servers are asked", () =>
  withOwnConnection("doctor", (client) =>
    withConnection(client, async () => {
      await client.query("BEGIN");
      await client.query(`
        INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        SELECT 1, 'citus', extowner, extnamespace, false, '1' FROM pg_extension LIMIT 1`);
      const report = sql`SELECT count(*) AS report FROM stats_day WHERE day = ${"2026-01-01"}::date`;
      for (let n = 0; n < 3; n++) await queryOne(report, { plan: "generic" });
      const plans = (await prepared()).filter(({ statement }) => statement.includes("AS report"));
      expect(plans).toMatchObject([{ generic: 0, custom: 3 }]);
      await client.query("ROLLBACK");
    }),
  ));

test("only the statement that asks for it is planned without merge joins", () =>
  readTransaction(async () => {
    const setting = sql`SELECT current_setting('enable_mergejoin') AS value`;
    const [before, hashed, after] = await Promise.all([
      queryOne(setting),
      queryOne(setting, { plan: "hash" }),
      queryOne(setting),
    ]);
    expect([before, hashed, after]).toEqual([{ value: "on" }, { value: "off" }, { value: "on" }]);
  }));
