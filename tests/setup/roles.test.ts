import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runChecks } from "../../server/invariants";
import { closeDatabase } from "../../server/kernel/database/transactions";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { send, signIn } from "../api/client";
import { inRollback } from "../world/database";
import { asKeeper, databaseUrl } from "../world/keeper";
import { nameOfOne } from "../world/own";
import { aServer, type Server } from "../world/server";

/** Servers whose role may read and write rows only, by the statements of docs/operations.md. */

const [, guide = ""] =
  /^## Roles of the database\n([\s\S]*?)^## /m.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
const [roles = "", revocations = ""] = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
const name = nameOfOne();
const named = (statements: string) =>
  statements
    .replaceAll("CHANGE-ME-TOO", "server-password")
    .replaceAll("CHANGE-ME", "owner-password")
    .replaceAll("back_office", name);
const addressOf = (role: string, password: string) => {
  const url = new URL(databaseUrl(inject("server"), name));
  [url.username, url.password] = [role, password];
  return url.href;
};
const OWNER = () => addressOf(`${name}_owner`, "owner-password");
const SERVER = () => addressOf(name, "server-password");
const before = config();
let server: Server;

async function refusalOf(url: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}
const NOT_PERMITTED = "42501";
/** Acts that must be out of reach of a server that was taken over. */
const FORBIDDEN = [
  "UPDATE audit SET at = now()",
  "DELETE FROM audit",
  "TRUNCATE audit",
  "UPDATE audit_seals SET rows = 0",
  "DELETE FROM audit_seals",
  "ALTER TABLE audit DISABLE TRIGGER audit_append_only",
  "UPDATE ledger SET agent_id = 1",
  "DELETE FROM migrations",
  "DROP TABLE accounts",
  "CREATE TABLE stolen (id integer)",
  "CREATE ROLE another SUPERUSER",
  "COPY accounts TO PROGRAM 'true'",
];

async function runAs(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: OWNER() });
  await client.connect();
  const { rows } = await client.query<Row>(query).finally(() => client.end());
  return rows;
}

beforeAll(async () => {
  await asKeeper(inject("server"), (client) => client.query(`CREATE DATABASE ${name}`));
  await runAs(databaseUrl(inject("server"), name), named(roles));
  const database = { url: SERVER(), enter: () => Promise.resolve(), drop: () => Promise.resolve() };
  server = await aServer({ demo: true, database, env: { MIGRATION_DATABASE_URL: OWNER() } });
  await runAs(OWNER(), named(revocations));
});
afterAll(async () => {
  await server.stop();
  await closeDatabase();
  overrideConfig(before);
  await asKeeper(inject("server"), async (client) => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.query(`DROP ROLE ${name}`);
    await client.query(`DROP ROLE ${name}_owner`);
  });
});

test("a server whose role may only read and write rows does its work", async () => {
  const asRole = async (username: string) => ({ Authorization: `Bearer ${await signIn(server, username)}` });
  const [chief, agent] = [await asRole("super"), await asRole("agent")];
  expect((await send(server, "PUT preferredDomains", { domain: "https://roles.example.org" }, chief)).status).toBe(201);
  expect((await send(server, "GET accounts/me", undefined, agent)).status).toBe(200);
  const [link] = await rowsOf<{ path: string }>(`
    SELECT '/api/links/go/' || t.site_id || '/' || t.id || '/' || g.id AS path
    FROM agents g JOIN accounts a ON a.id = g.account_id
      JOIN office_sites o ON o.company_id = g.company_id JOIN types t ON t.site_id = o.site_id
    WHERE a.username = 'agent' AND t.site_id = 1 AND t.active ORDER BY t.id LIMIT 1`);
  const browser = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36" };
  const click = await fetch(server.url + link?.path, { redirect: "manual", headers: browser });
  expect(click.status).toBe(302);
  const [, clickid = ""] = /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(click.headers.get("location") ?? "") ?? [];
  const sale = { secret: "demo-secret-1", clickid, event: "sale", txid: "roles-1" };
  await expect
    .poll(async () => (await send(server, "POST postback", sale)).body)
    .toMatchObject({ verdict: "duplicate" });
  await expect.poll(() => rowsOf(`SELECT 1 FROM clicks WHERE id = '${clickid}'`)).toHaveLength(1);
  await expect.poll(() => rowsOf("SELECT 1 FROM stats_delta LIMIT 1")).toEqual([]);
  await server.stop();
  await closeDatabase();
  overrideConfig({ DATABASE_URL: SERVER() });
  expect(await inRollback(() => runChecks())).toEqual([]);
});

test.each(FORBIDDEN)("the role of a server may not: %s", async (statement) => {
  expect(await refusalOf(SERVER(), statement)).toBe(NOT_PERMITTED);
});
