import { Agent, request } from "node:http";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { differences, ROLLUPS } from "../oracle/rollups";
import { aDatabase, type TestDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { aShop, eventsOf } from "./postback-world";

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  server = await aServer({ workers: 2, database });
});

type Told = { status: number; verdict: string; id: number };

/** One request on its own connection: the system distributes connections over both workers. */
function send(params: Record<string, string>): Promise<Told> {
  return new Promise((done, failed) => {
    const url = new URL(`/api/postback?${new URLSearchParams(params)}`, server.url);
    const sent = request(url, { agent: new Agent({ keepAlive: false }) }, (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      res.on("end", () => done({ status: res.statusCode ?? 0, ...(JSON.parse(text) as Omit<Told, "status">) }));
    });
    sent.on("error", failed).end();
  });
}

test("200 sales sent 10 times each concurrently to two workers are 200 rows [POST-08] [TRUST-06]", async () => {
  expect(await server.workerPids()).toHaveLength(2);
  const { agent, secret, clicks } = await aShop();
  const sales = (await clicks(200)).map((clickid, i): Record<string, string> => {
    const sale = { clickid, event: "sale", secret };
    return i % 2 === 0 ? { ...sale, txid: `sale ${i}` } : sale;
  });
  const answers = await Promise.all(sales.map((sale) => Promise.all(Array.from({ length: 10 }, () => send(sale)))));

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // A worker decides two batches at a time and retries pending postbacks on a third connection, so more than three mean
  // that both were working.
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE application_name = 'postbacks' AND datname = current_database()",
  );
  expect(rows[0]?.n).toBeGreaterThan(3);
  const events = await eventsOf(agent);
  expect(events).toHaveLength(200);
  for (const ten of answers) {
    expect(ten.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(ten.map(({ id }) => id)).size).toBe(1);
    expect(ten.filter(({ verdict }) => verdict === "accepted")).toHaveLength(1);
  }
  expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(200);
  for (const table of ROLLUPS) {
    const found = await client.query(differences(table));
    expect({ table, rows: found.rows }).toEqual({ table, rows: [] });
  }
  await client.end();
});
