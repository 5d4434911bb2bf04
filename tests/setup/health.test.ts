import pg from "pg";
import { expect, test, vi } from "vitest";
import { aServer } from "../world/server";

const statusOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** The sum of a counter over all its labels. */
const total = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))].reduce((sum, [, n]) => sum + Number(n), 0);

test("healthz and readyz say that the server lives and can work [TRUST-24]", async () => {
  const server = await aServer();
  expect(await statusOf(`${server.url}/healthz`)).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect((await statusOf(`${server.url}/readyz`)).status).toBe(200);
});

test("readyz is 503 within two seconds while the database is down or behind, healthz stays 200 [TRUST-24]", async () => {
  const server = await aServer();
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const { rows } = await client.query(
    "DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING *",
  );
  expect((await statusOf(`${server.url}/readyz`)).status).toBe(503);
  await client.query("INSERT INTO migrations (name, ran_at) VALUES ($1, $2)", [rows[0].name, rows[0].ran_at]);
  expect((await statusOf(`${server.url}/readyz`)).status).toBe(200);
  await client.end();
  await server.database.drop();
  // On a busy machine some answers take longer, but not every one.
  await vi.waitFor(
    async () => {
      const began = performance.now();
      expect((await statusOf(`${server.url}/readyz`)).status).toBe(503);
      expect(performance.now() - began).toBeLessThan(2_000);
    },
    { timeout: 90_000, interval: 0 },
  );
  expect((await statusOf(`${server.url}/healthz`)).status).toBe(200);
});

test("metrics add up over all workers, for this machine and clients with the token [TRUST-24]", async () => {
  const server = await aServer({ workers: 2, env: { METRICS_TOKEN: "a-token-for-metrics" } });
  expect(await server.workerPids()).toHaveLength(2);
  const all = async () => total((await statusOf(`${server.url}/metrics`)).text, "http_answers_total");
  const rise = async () => {
    const before = await all();
    for (let asked = 0; asked < 20; asked += 1) {
      // A connection of its own each time, so that both workers are asked.
      await statusOf(`${server.url}/healthz`, { Connection: "close" });
    }
    return (await all()) - before;
  };
  // A worker that is too busy to report its figures in time is left out of a sum.
  await expect.poll(rise).toBe(21);
  const proxied = { "X-Forwarded-For": "203.0.113.9" };
  expect((await statusOf(`${server.url}/metrics`, proxied)).status).toBe(404);
  expect((await statusOf(`${server.url}/metrics`, { ...proxied, Authorization: "Bearer wrong" })).status).toBe(404);
  const known = { ...proxied, Authorization: "Bearer a-token-for-metrics" };
  expect((await statusOf(`${server.url}/metrics`, known)).status).toBe(200);
});
