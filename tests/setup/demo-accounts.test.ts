import { hash } from "@node-rs/argon2";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { requireDemoAllowed } from "../../server/processes";
import { aDatabase } from "../world/database";
import { aFailedStart } from "../world/server";
import { SECRETS } from "../world/shared";

const before = config();
let client: pg.Client;
let url: string;

beforeAll(async () => {
  ({ url } = await aDatabase());
  client = new pg.Client({ connectionString: url });
  await client.connect();
});

afterAll(async () => {
  overrideConfig(before);
  await client.end();
});

const store = async (username: string, password: string) =>
  client.query("INSERT INTO accounts (role, username, password_hash) VALUES (0, $1, $2)", [
    username,
    await hash(password),
  ]);

test("a new password turns an account with a demo name into an ordinary one", async () => {
  await store("admin", "something of its own");
  overrideConfig({ demo: false, DEMO: false, HOST: "0.0.0.0" });
  await expect(requireDemoAllowed(client)).resolves.toBeUndefined();
});

test("the published password is refused with DEMO off, and on a host open to others unless DEMO=on is set", async () => {
  await store("Super", "demo-2026");
  overrideConfig({ demo: false, DEMO: false, HOST: "127.0.0.1" });
  await expect(requireDemoAllowed(client)).rejects.toThrow(/^DEMO is off/);
  overrideConfig({ demo: true, DEMO: undefined, HOST: "0.0.0.0" });
  await expect(requireDemoAllowed(client)).rejects.toThrow(/^DEMO is missing/);
  for (const host of ["127.0.0.1", "::1", "localhost"]) {
    overrideConfig({ HOST: host });
    await expect(requireDemoAllowed(client), host).resolves.toBeUndefined();
  }
  overrideConfig({ demo: true, DEMO: true, HOST: "0.0.0.0" });
  await expect(requireDemoAllowed(client)).resolves.toBeUndefined();
  await client.query("UPDATE accounts SET deleted_at = now() WHERE username = 'Super'");
  overrideConfig({ demo: false, DEMO: false });
  await expect(requireDemoAllowed(client)).resolves.toBeUndefined();
  await client.query("UPDATE accounts SET deleted_at = NULL");
});

test("a server on a database with such accounts does not start with DEMO=off", async () => {
  await client.query("DELETE FROM accounts");
  await store("agent", "demo-2026");
  const ended = await aFailedStart({ ...SECRETS, DATABASE_URL: url, DEMO: "off", PORT: "0" });
  expect(ended.code).toBe(1);
  expect(ended.said.trim()).toMatch(/^DEMO is off, but this database holds the demo accounts: .+\.$/);
});
