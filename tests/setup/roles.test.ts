import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../models/migrate";
import { runChecks } from "../../server/invariants";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { closeDatabase } from "../../server/kernel/database/transactions";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { openCluster, productAddress } from "../../server/postgres";
import { send, signIn } from "../api/client";
import { inRollback } from "../world/database";
import { asKeeper, databaseUrl } from "../world/keeper";
import { nameOfOne } from "../world/own";
import { aFolder, aServer, type Server } from "../world/server";

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
  const me = (await send(server, "GET accounts/me", undefined, agent)).body as { id: number };
  const click = await fetch(`${server.url}/api/links/go/1/1/${me.id}`, { redirect: "manual" });
  expect([302, 404]).toContain(click.status);
  const sale = { secret: "demo-secret-1", clickid: "none", event: "sale", txid: "roles-1" };
  expect((await send(server, "POST postback", sale)).status).toBe(400);
  await server.stop();
  await closeDatabase();
  overrideConfig({ DATABASE_URL: SERVER() });
  expect(await inRollback(() => runChecks())).toEqual([]);
});

test.each(FORBIDDEN)("the role of a server may not: %s", async (statement) => {
  expect(await refusalOf(SERVER(), statement)).toBe(NOT_PERMITTED);
});

test("the packaged PostgreSQL gives servers such a role, also in a data folder of an earlier version", async () => {
  const DATA_DIR = await aFolder();
  const cluster = await openCluster({ dataDir: DATA_DIR });
  await withSchemaLock(migrate, { url: cluster.url });
  const database = { url: "", enter: () => Promise.resolve(), drop: () => Promise.resolve() };
  const packaged = await aServer({ database, env: { DATA_DIR, DATABASE_URL: "", DEMO: "off" } });
  const url = productAddress(cluster.url);
  for (const statement of FORBIDDEN) expect(await refusalOf(url, statement), statement).toBe(NOT_PERMITTED);
  expect(await refusalOf(url, "SELECT 1 FROM accounts, clicks, audit")).toBeUndefined();
  await packaged.stop();
  await cluster.stop();
});
