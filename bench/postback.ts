import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { openConnection } from "../server/kernel/database/connections";
import { queryOne, execute, writeTransaction } from "../server/kernel/database/transactions";
import { keyedHash, newToken } from "../server/kernel/process/secrets";
import { sql } from "../server/kernel/database/sql";
import { answerPostback, closePostbacks } from "../server/tracking";
import { clickId } from "../server/tracking/clicks/click-id";
import { median, percentile } from "./samples";

/**
 * Accepted sales over HTTP, one at a time, into the database of this process: milliseconds from request to answer. The
 * floor is the minimum cost of a durable answer: one INSERT with its COMMIT by plain pg, in the same rounds.
 */
export type PostbackTime = { sales: number; p50: number; p95: number; floorP50: number; floorP95: number };

export async function benchPostback(sales = 1_000): Promise<PostbackTime> {
  const { secret, clicks } = await createSellableLink(sales + WARM_UP);
  // The spool refuses, so that a sale which the database does not store in time is not measured.
  const context = { addressOf: () => "127.0.0.1", knowsSecret: () => true, spool: { append: () => false } };
  const server = createServer((req, res) => void answerPostback(req, res, context));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connections = new Agent({ keepAlive: true, maxSockets: 1 });
  const floorClient = await openConnection("bench");
  await floorClient.query("CREATE TABLE IF NOT EXISTS bench_floor (id text, txid text, amount numeric(12,2))");
  const [postbacks, floors]: [number[], number[]] = [[], []];
  try {
    for (const [round, clickid] of clicks.entries()) {
      const txid = `bench ${clickid}`;
      const sale = { clickid, event: "sale", txid, amount: "12.50", currency: "USD", secret };
      const postbackMs = await measureMs(() => sendSale(port, connections, new URLSearchParams(sale).toString()));
      const floorMs = await measureMs(() => floorClient.query({ ...FLOOR, values: [clickid, txid, "12.50"] }));
      if (round < WARM_UP) continue;
      postbacks.push(postbackMs);
      floors.push(floorMs);
    }
  } finally {
    connections.destroy();
    await new Promise((resolve) => server.close(resolve));
    await floorClient.end();
    await closePostbacks();
  }
  return {
    sales,
    p50: median(postbacks),
    p95: percentile(postbacks, 95),
    floorP50: median(floors),
    floorP95: percentile(floors, 95),
  };
}

const WARM_UP = 100;
const FLOOR = { name: "floor", text: "INSERT INTO bench_floor VALUES ($1, $2, $3)" };

async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

function sendSale(port: number, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": body.length };
    const outgoing = request(
      { agent, port, host: "127.0.0.1", method: "POST", path: "/api/postback", headers },
      (res) => {
        let text = "";
        res.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        res.on("end", () => (text.includes('"accepted"') ? resolve() : reject(new Error(`Not accepted: ${text}`))));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A new link that can be sold, its site's secret, and clicks on it. */
async function createSellableLink(clicks: number): Promise<{ secret: string; clicks: string[] }> {
  const secret = newToken();
  const name = `bench-${Date.now().toString(36)}`;
  const at = new Date(Date.now() - 60_000);
  const ids = Array.from({ length: clicks }, () => clickId(at.getTime()));
  await writeTransaction(async () => {
    const row = await queryOne<{ site: number; type: number; agent: number; office: number }>(sql`
      WITH accounts AS (
        INSERT INTO accounts (role, username, password_hash)
        VALUES (10, ${`${name}-o`}, ''), (20, ${`${name}-a`}, '') RETURNING id, role),
      office AS (
        INSERT INTO offices (account_id, office_name, man_first_name, man_last_name)
        SELECT id, ${name}, '', '' FROM accounts WHERE role = 10 RETURNING id),
      agent AS (
        INSERT INTO agents (account_id, company_id, first_name, last_name)
        SELECT a.id, o.id, '', '' FROM accounts a, office o WHERE a.role = 20 RETURNING id, company_id),
      site AS (
        INSERT INTO sites (sitename, shortname, abbr, url, type)
        VALUES (${name}, ${name}, 'bench', 'https://example.org/', 'DATING') RETURNING id),
      type AS (
        INSERT INTO types (site_id, typename, typealias, url)
        SELECT id, 'bench', 'bench', 'https://example.org/' FROM site RETURNING id, site_id)
      SELECT s.id AS site, t.id AS type, g.id AS agent, o.id AS office FROM site s, type t, agent g, office o`);
    if (!row) throw new Error("The link of the benchmark was not made.");
    const { site, type, agent, office } = row;
    await execute(
      sql`INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent}, ${office}, '2020-01-01')`,
    );
    await execute(
      sql`INSERT INTO prices (type_id, payout, earning, lpp, since) VALUES (${type}, 500, 20, 1, '2020-01-01')`,
    );
    await execute(
      sql`INSERT INTO site_secrets (site_id, hash, hint) VALUES (${site}, ${keyedHash("site-secret", secret)}, '')`,
    );
    await execute(sql`INSERT INTO office_sites VALUES (${office}, ${site})`);
    await execute(sql`INSERT INTO agent_sites VALUES (${agent}, ${site})`);
    await execute(sql`
      INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
      SELECT id, ${at}, ${agent}, ${office}, ${site}, ${type}, 0, false, 0, 'US' FROM unnest(${ids}::uuid[]) AS id`);
  });
  return { secret, clicks: ids };
}
