import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { COPIED } from "../../models/distribution";
import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { aSoundCompany } from "../operations/invariants/world";
import { aSale } from "../world/builders";
import { aDatabase } from "../world/database";
import { type Asked, askLogs, askPayroll, askReports, askTheRest } from "./everything";
import { besideLarge, broken, type Known, touchesLarge } from "./laws";
import { piecesOf } from "./pieces";
import { sentDuring } from "./sent";

let sent: string[];
let known: Known;

beforeAll(async () => {
  await loadModule();
  await (await aDatabase()).enter();
  known = await writeTransaction(knownOf);
  const all = await sentDuring(async () => {
    const asked = await aCompany();
    await askReports(asked);
    await askLogs(asked);
    await askPayroll(asked);
    await askTheRest(asked);
  });
  sent = [...all.keys()].filter(touchesLarge);
}, 300_000);

async function aCompany(): Promise<Asked> {
  const { agent, spare, idleClick } = await aSoundCompany();
  return writeTransaction(async () => {
    const [plain] = await queryRows<{ id: number; siteId: number }>(sql`
      SELECT type_id AS id, site_id AS "siteId" FROM sale_events GROUP BY 1, 2 ORDER BY count(*) DESC, type_id LIMIT 1`);
    if (!plain) throw new Error("Nothing was sold.");
    const flagged = await aSale({ agent, type: plain as never, at: "2026-03-20T12:00:00Z", txid: "t-1" });
    await queryRows(sql`UPDATE sale_events SET stolen_card = true WHERE agent_id = ${agent.id} AND id = ${flagged.id}`);
    return { agent, spare, plain: plain as Asked["plain"], click: idleClick, sale: flagged.id, flagged: flagged.id };
  });
}

async function knownOf(): Promise<Known> {
  const volatile = await queryRows<{ name: string }>(
    sql`SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile = 'v'`,
  );
  const columns = await queryRows<{ table: string; names: string[] }>(sql`
    SELECT relname AS table, array_agg(attname::text) AS names FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 GROUP BY relname`);
  return {
    volatile: new Set(volatile.map(({ name }) => name)),
    columns: new Map(columns.map(({ table, names }) => [table, new Set(names)])),
  };
}

test(
  "no statement on the large tables has a form that a server distributed by agent refuses",
  { timeout: 300_000 },
  () => {
    const found = sent.flatMap((text) => broken(text, known).map((law) => `${law}: ${text.slice(0, 700)}`));
    expect(found).toEqual([]);
  },
);

test("every piece of SQL in the program that names a large table was executed", () => {
  const pieces = piecesOf("server");
  expect(pieces.length).toBeGreaterThan(35);
  expect(pieces.filter(({ piece }) => !sent.some((text) => text.includes(piece)))).toEqual([]);
});

test("every table joined with large tables is copied to all servers or known to stay on the first", () => {
  const beside = new Set(sent.flatMap(besideLarge).filter((name) => !name.startsWith("pg_")));
  for (const table of COPIED) beside.delete(table);
  const numbers = ["sale_event_ids", "stats_delta_seq_seq"];
  const counts = ["clicks_by_day", "clicks_by_day_geo", "hits_by_day", "hits_by_half", "click_batches"];
  const others = [
    "audit",
    "ledger",
    "pay_periods",
    "postback_keys",
    "postbacks",
    "webhook_deliveries",
    "webhook_endpoints",
  ];
  expect([...beside].sort()).toEqual([...counts, ...others, ...numbers].sort());
});

test("no update reads the running clock, which tables that Citus knows refuse", () => {
  const pieces = piecesOf("server", /\bclock_timestamp\b/);
  expect(pieces.length).toBeGreaterThan(0);
  expect(pieces.filter(({ piece }) => /\b(SET|UPDATE|leased_until|next_try_at)\b/.test(piece))).toEqual([]);
});

test("no update computes a time from columns of its row, which tables that Citus knows refuse", () => {
  const computed = /\b[a-z_]+ = (coalesce\([a-z_.]+, now\(\)\)|CASE\b[^,]*\bTHEN now\(\))/;
  expect(computed.test("failing_since = coalesce(failing_since, now())")).toBe(true);
  expect(piecesOf("server", computed)).toEqual([]);
});

test("no statement in the sources selects without columns", () => {
  expect([...piecesOf("server", /\bSELECT\s+FROM\b/), ...piecesOf("seeders", /\bSELECT\s+FROM\b/)]).toEqual([]);
});

test("no other statement reads xmax or ctid, which distributed tables do not have", () => {
  expect(piecesOf("server", /\b(xmax|ctid)\b/)).toEqual([]);
});
