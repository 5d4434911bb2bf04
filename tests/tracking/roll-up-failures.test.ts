import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEASURES } from "../../models/roll-ups";
import { rollUpOn, rollUpOnce, startRollUp } from "../../server/tracking/rollup/roll-up";
import { differences, ROLLUPS } from "../oracle/rollups";
import { aClick, anAgent, aSite } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";

/** Roll-ups that meet another transaction, lose their connection, fall behind or are stopped. */

let database: TestDatabase;
let reader: pg.Client;
/** Another one's transactions. PostgreSQL does not renew its view of activity in a transaction, so the reader has none. */
let other: pg.Client;
let click: () => Promise<unknown>;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  [reader, other] = [
    new pg.Client({ connectionString: database.url }),
    new pg.Client({ connectionString: database.url }),
  ];
  await Promise.all([reader.connect(), other.connect()]);
  const link = { agent: await anAgent(), type: first((await aSite()).types), at: new Date("2026-03-04T12:00:00Z") };
  click = () => aClick(link);
});
afterAll(() => Promise.all([reader.end(), other.end()]));

const HOUR = 3_600_000;
const countOf = async (rows: string) =>
  first((await reader.query<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)).rows).n;
const ROLLING = "pg_stat_activity WHERE application_name = 'rollup' AND datname = current_database()";
const waits = () => countOf(`${ROLLING} AND wait_event_type = 'Lock'`);
const waiting = () => countOf("stats_delta");

async function expectEqual(): Promise<void> {
  for (const table of ROLLUPS) {
    expect({ table, rows: (await reader.query(differences(table))).rows }).toEqual({ table, rows: [] });
  }
}

test("a roll-up whose row another transaction has changed starts again and adds each delta once", async () => {
  await click();
  await rollUpOnce();
  await click();
  await other.query("BEGIN");
  await other.query("UPDATE stats_day SET raws = raws");
  const rolledUp = rollUpOnce();
  await expect.poll(waits).toBe(1);
  await other.query("COMMIT");
  expect(await rolledUp).toBe(1);
  expect(await waiting()).toBe(0);
  await expectEqual();
});

/** A connection whose oldest deltas cannot be read, and the statements it got. */
function aFailing(code: string) {
  const texts: string[] = [];
  const query = (text: string) => {
    texts.push(text.trim().split(" ")[0] === "BEGIN" ? "BEGIN" : text);
    if (text.includes("bool_or")) return Promise.reject(Object.assign(new Error("cannot"), { code }));
    return Promise.resolve({ rows: [{ mine: true }] });
  };
  const times = (start: string) => texts.filter((text) => text.startsWith(start)).length;
  return { client: { query } as unknown as pg.Client, texts, times };
}

test.each([
  ["40001", 5],
  ["53100", 1],
])("an error %s is given up after %i tries; each is undone, and the next process may roll up", async (code, tries) => {
  const { client, texts, times } = aFailing(code);
  await expect(rollUpOn(client)).rejects.toMatchObject({ code });
  expect([times("BEGIN"), times("ROLLBACK"), times("COMMIT")]).toEqual([tries, tries, 0]);
  expect(texts.at(-1)).toBe("SELECT pg_advisory_unlock($1)");
});

test("a roll-up that loses its connection is logged and done by the next check", async () => {
  await click();
  await other.query("BEGIN");
  await other.query("LOCK TABLE stats_half IN SHARE MODE");
  const stop = startRollUp();
  await expect.poll(waits).toBe(1);
  await reader.query(`SELECT pg_terminate_backend(pid) FROM ${ROLLING}`);
  await other.query("ROLLBACK");
  await expect.poll(waiting).toBe(0);
  await stop();
  await expectEqual();
});

test("a backlog of several transactions is rolled up without waiting for new deltas", async () => {
  await click();
  await rollUpOnce();
  const keys = "day, agent_id, company_id, site_id, type_id, geo, flags";
  const one = MEASURES.map((name) => (name === "raws" ? 1 : 0)).join(", ");
  await reader.query(
    `INSERT INTO stats_delta (${keys}, ${MEASURES.join(", ")})
    SELECT ${keys}, ${one} FROM stats_day_geo, generate_series(1, 200001) LIMIT 200001`,
  );
  const stop = startRollUp({ maxAgeMs: HOUR, maxWaiting: Infinity });
  await expect.poll(waiting).toBe(0);
  await stop();
  expect(await countOf("stats_day WHERE raws >= 200001")).toBe(1);
});

test("roll-ups that are stopped during a check keep no connection", async () => {
  const stop = startRollUp();
  await stop();
  await expect.poll(() => countOf(ROLLING)).toBe(0);
});
