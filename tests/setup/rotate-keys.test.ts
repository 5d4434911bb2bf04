import { spawn } from "node:child_process";
import { TOTP, Secret } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Account,
  Authenticator,
  Payment,
  PayoutDetails,
  RecoveryCode,
  SavedForm,
  WaitingMail,
  WebhookEndpoint,
} from "~models";
import { sealPassword } from "../../server/accounts";
import { keptForms } from "../../server/identity";
import { keysInUse, opens, readSealed, requireKeys, rotateKeys, sealedColumns } from "../../server/keys";
import { perform } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { loadHashKeys, keyedHash, seal, tokenHash, unseal } from "../../server/kernel/process/secrets";
import { readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { mailContext } from "../../server/mail";
import { stage } from "../../server/migration";
import { detailsContext, openDetails } from "../../server/payouts";
import { destinationContext } from "../../server/payroll";
import { secretContext } from "../../server/webhooks";
import { send, signIn } from "../api/client";
import { type TestDatabase } from "../world/database";
import { db } from "../world/db";
import { aWatcher } from "../world/locks";
import { aFailedStart, aFolder, aServer, type Server } from "../world/server";
import { SECRETS } from "../world/shared";

/** The replacement of DATA_KEY in the demo company, which has a value in every sealed column. */

const OLD = SECRETS.DATA_KEY;
const NEW = "a-new-data-key-of-42-random-characters-or-so";
const BOTH = { DATA_KEY: OLD, DATA_KEYS: [{ id: 2, secret: NEW }] };
const ONLY_NEW = { DATA_KEY: undefined, DATA_KEYS: [{ id: 2, secret: NEW }] };
const TOTP_SECRET = "12345678901234567890";
const FORM = { path: "/app/profile", typed: { email: "a@example.org" }, omitted: false };
const MAIL = { to: "a@example.org", subject: "One that waits", text: "for a mail server" };
const DETAILS = "IBAN XX00 0001";
const DOMAIN = { domain: "https://kept-answers.example.org" };
const ONCE = { "Idempotency-Key": "the-answer-outlives-its-key" };

let server: Server;
let database: TestDatabase;
let admin: Account;
let before: unknown;
const settings = config();
const with_ = (keys: Partial<ReturnType<typeof config>>) => overrideConfig(keys);
const called = async (line: string, body: object, headers = {}) =>
  send(server, line, body, { Authorization: `Bearer ${await signIn(server, "super")}`, ...headers });

beforeAll(async () => {
  server = await aServer({ demo: true });
  ({ database } = server);
  await database.enter();
  before = await called("PUT preferredDomains", DOMAIN, ONCE);
  admin = (await writeTransaction(() => Account.findOne({ where: { username: "admin" } })))!;
  const accountId = admin.id;
  await perform(
    stage,
    system,
    {
      ...{ rehearse: false },
      text:
        "legacyId,username,password,firstName,lastName,email,officeName,campaignId,registered,ready,codes\n" +
        "L1,oldie,Correct-horse-7,Old,Agent,old@example.org,Old office,,2020-01-01,1,\n",
    },
    { channel: "program", ip: null, userAgent: "test" },
  );
  await writeTransaction(async () => {
    await WaitingMail.create({ sealed: seal(JSON.stringify(MAIL), mailContext), nextTryAt: new Date(9e12) });
    const secretSealed = seal(TOTP_SECRET, `authenticators:${accountId}`);
    await Authenticator.create({
      ...{ accountId, secretSealed, startedAt: new Date(), confirmedAt: new Date() },
      ...{ nextSecretSealed: secretSealed, nextStartedAt: new Date() },
    });
    await RecoveryCode.create({ accountId, hash: keyedHash("recovery-code", `${accountId}:abcdefghjk`) });
    const sealed = seal(DETAILS, detailsContext(accountId));
    const changedAt = new Date();
    await PayoutDetails.create({
      ...{ accountId, method: "bank", sealed, changedAt, changedBy: accountId, usedFrom: changedAt },
    });
    const payment = (await Payment.findOne({ order: ["runId", "agentId"] }))!;
    await payment.update({ payoutSealed: seal(DETAILS, destinationContext(payment)) });
    const form = seal(JSON.stringify(FORM), keptForms.sealContext(accountId));
    await SavedForm.create({ hash: tokenHash("kept"), accountId, sealed: form, at: new Date() });
    const endpoint = (await WebhookEndpoint.findOne({ order: ["id"] }))!;
    await endpoint.update({ previousSecret: seal("whsec_former", secretContext(endpoint.id)) });
  });
});
afterAll(() => void overrideConfig(settings));

test("every column of bytes is sealed and re-sealed, or holds no secret of the product", async () => {
  const columns = await db.rows<{ name: string }>`
    SELECT format('%s.%s', c.relname, a.attname) AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND a.atttypid = 'bytea'::regtype ORDER BY 1`;
  const isHash = (name: string) => /\.(\w+_)?hash$/.test(name);
  const PLAIN = ["images.bytes", "passkeys.credential_id", "passkeys.public_key", "postback_keys.key"];
  const names = columns.map(({ name }) => name).filter((name) => !isHash(name) && !PLAIN.includes(name));
  expect(names).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
  for (const column of sealedColumns) {
    const values = await readTransaction(() => readSealed(column, { limit: 1_000 }));
    expect(values.length, column.says).toBeGreaterThan(0);
    expect(values.filter((value) => !opens(column, value))).toEqual([]);
  }
});

test("a value that is changed while the keys rotate keeps its change", async () => {
  with_(BOTH);
  const watcher = await aWatcher(database.url);
  await watcher.query("BEGIN");
  const changed = sealPassword(admin.id, "changed-meanwhile");
  await watcher.query("UPDATE accounts SET password_sealed = $1 WHERE id = $2", [changed, admin.id]);
  const rotation = rotateKeys(() => undefined);
  await watcher.waiting(1, rotation);
  await watcher.query("COMMIT");
  await rotation;
  await watcher.end();
  const after = await db.row<{ sealed: Buffer }>`SELECT password_sealed AS sealed FROM accounts WHERE id = ${admin.id}`;
  expect(unseal(after!.sealed, `accounts:${admin.id}`).toString()).toBe("changed-meanwhile");
  expect(await keysInUse()).toEqual([2]);
  await db.run`UPDATE accounts SET password_sealed = ${sealPassword(admin.id, "demo-2026")} WHERE id = ${admin.id}`;
});

test("a rotation that was killed is continued, and says when another server still seals with the old key", async () => {
  // Back to the old key: the same act the other way round.
  with_({
    DATA_KEY: OLD,
    DATA_KEYS: [
      { id: 3, secret: OLD },
      { id: 2, secret: NEW },
    ],
  });
  await rotateKeys(() => undefined);
  expect(await keysInUse()).toEqual([3]);
  const env = { ...SECRETS, DATABASE_URL: database.url, DATA_KEY: "", DATA_KEYS: `2:${NEW},3:${OLD}` };
  const {
    rows: [last],
  } = { rows: await db.rows<{ id: number }>`SELECT max(id) AS id FROM accounts WHERE password_sealed IS NOT NULL` };
  const watcher = await aWatcher(database.url);
  await watcher.query("BEGIN");
  await watcher.query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", [last!.id]);
  const killed = program(env);
  await watcher.waiting(1);
  killed.child.kill("SIGKILL");
  await killed.ended;
  await watcher.query("COMMIT");
  const left = await db.rows<{ key: number; count: number }>`
    SELECT get_byte(password_sealed, 0) AS key, count(*) AS count FROM accounts WHERE password_sealed IS NOT NULL GROUP BY 1`;
  expect(left.map(({ key }) => key).sort()).toEqual([2, 3]);
  const { code, said } = await program(env).ended;
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^All values are sealed with key 2\. Backups taken before now/m),
  ]);
  expect(said).toMatch(/^Encrypted passwords: [1-9]\d* sealed again, 0 left\.$/m);
  // A server that was not restarted with the new key first changes a password twice.
  with_({ DATA_KEY: undefined, DATA_KEYS: [{ id: 3, secret: OLD }] });
  const [late, later] = [sealPassword(last!.id, "demo-2026"), sealPassword(last!.id, "demo-2026")];
  await db.run`UPDATE accounts SET password_sealed = ${late} WHERE id = ${last!.id}`;
  await watcher.query("BEGIN");
  await watcher.query("UPDATE accounts SET password_sealed = $1 WHERE id = $2", [later, last!.id]);
  const meanwhile = program(env);
  await watcher.waiting(1);
  await watcher.query("COMMIT");
  const { code: failed, said: why } = await meanwhile.ended;
  expect([failed, why]).toEqual([
    1,
    expect.stringContaining("A server has sealed values with another key meanwhile (1)."),
  ]);
  expect((await program(env).ended).code).toBe(0);
  await watcher.end();
});

test("with the new key alone, everything opens: passwords, second steps, postback secrets, stored answers", async () => {
  await server.stop();
  const DATA_DIR = await aFolder();
  const env = { DATA_KEY: "", DATA_KEYS: `2:${NEW}`, SESSION_SECRETS: "another-session-secret-for-tests-1234567890" };
  server = await aServer({ demo: true, database, env: { ...env, DATA_DIR } });
  with_(ONLY_NEW);
  await requireKeys();
  await writeTransaction(loadHashKeys);
  expect(await called("PUT preferredDomains", DOMAIN, ONCE)).toMatchObject({
    status: 201,
    body: (before as { body: object }).body,
  });
  const shown = await called("POST agents/search", {});
  const opened = expect.arrayContaining([expect.objectContaining({ plainPassword: "demo-2026" })]) as unknown;
  expect(shown.body).toMatchObject({ items: opened });
  const login = (totp: string) => send(server, "POST auth/login", { username: "admin", password: "demo-2026", totp });
  const app = new TOTP({ secret: Secret.fromLatin1(TOTP_SECRET) });
  expect((await login(app.generate())).status).toBe(200);
  expect((await login("abcde-fghjk")).status).toBe(200);
  const known = await send(server, "POST postback", { secret: "demo-secret-1", clickid: "none", event: "sale" });
  const unknown = await send(server, "POST postback", { secret: "demo-secret-x", clickid: "none", event: "sale" });
  expect([known.status, unknown.status]).toEqual([400, 401]);
  const details = await writeTransaction(() => PayoutDetails.findOne({ where: { accountId: admin.id } }));
  expect(openDetails(details!)).toBe(DETAILS);
  expect(await keptForms.read(admin.id, "kept")).toEqual(FORM);
});

test("a server without a key that is still needed, or with another one, refuses to start and says which", async () => {
  const env = { ...SECRETS, DATABASE_URL: database.url, DATA_DIR: await aFolder(), PORT: "0", DEMO: "on" };
  const startsWith = async (keys: Record<string, string>) => {
    const { code, said } = await aFailedStart({ ...env, WORKERS: "1", LOG_LEVEL: "silent", ...keys });
    return [code, said.trim().split("\n").at(-1)];
  };
  expect(await startsWith({ DATA_KEY: OLD })).toEqual([
    1,
    "A key is missing: the database holds values sealed with key 2. Please add it to DATA_KEYS as 2:KEY.",
  ]);
  expect(await startsWith({ DATA_KEYS: `2:${OLD.toUpperCase()}`, DATA_KEY: OLD })).toEqual([
    1,
    "DATA_KEYS is wrong: its key 2 is not the one that sealed values in this database.",
  ]);
});

/** `npm run rotate-keys` of the build with these settings. */
function program(env: Record<string, string>) {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, ["build/server/rotate-keys.js"], {
    env: { PATH, NODE_ENV: "production", ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((done) =>
    child.on("close", (code) => done({ code, said })),
  );
  return { child, ended };
}
