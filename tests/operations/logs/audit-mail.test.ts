import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { AuditSeal, WaitingMail } from "~models";
import { attachDay, compareFile, sealFinishedDays } from "../../../server/audit";
import { attention } from "../../../server/home";
import { readTransaction, writeTransaction } from "../../../server/kernel/database/transactions";
import { writeAudit } from "../../../server/kernel/operation/audit";
import { perform } from "../../../server/kernel/operation/perform";
import { system } from "../../../server/kernel/operation/roles";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import { sendWaiting } from "../../../server/mail";
import { purge } from "../../../server/maintenance";
import { aDatabase, type TestDatabase } from "../../world/database";
import { freePort } from "../../world/free-port";
import { runProgram } from "../../world/program";
import { waitingMailsTo } from "../../world/waiting-mails";

/** The mail about each sealed day of the audit, and the comparison of its file with the database. */

const OWNER = "owner@example.org";
let own: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  own = await aDatabase();
  await own.enter();
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
});
afterAll(() => client.end());
beforeEach(async () => {
  await asOwner("TRUNCATE audit, audit_seals, mails RESTART IDENTITY");
  await rm(outbox(), { recursive: true, force: true });
  overrideConfig({ AUDIT_MAIL: OWNER, SMTP_URL: undefined });
  onTestFinished(() => void overrideConfig({ AUDIT_MAIL: undefined, SMTP_URL: undefined }));
});

async function asOwner(statement: string): Promise<void> {
  await client.query("SET session_replication_role = replica");
  await client.query(statement).finally(() => client.query("SET session_replication_role = origin"));
}

const outbox = () => path.join(config().DATA_DIR, "outbox");
const aRow = (at: string, name = "Zoë") =>
  client.query(
    `INSERT INTO audit (at, operation, record, record_id, after) VALUES ($1, 'x', 'site', '7', jsonb_build_object('name', $2::text))`,
    [`${at} America/New_York`, name],
  );
const sealOn = (day: string) => withFixedTime(`${day}T05:01:00Z`, sealFinishedDays);
const HOUR_MS = 3_600_000;
const sendAfter = (hours: number) =>
  withFixedTime(new Date(now().getTime() + hours * HOUR_MS), () => sendWaiting(attachDay));
const subjects = async () => (await waitingMailsTo(OWNER)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

/** The mails in the outbox with the unpacked file of each. */
async function sent(): Promise<{ text: string; file: string | undefined }[]> {
  const names = (await readdir(outbox()).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox(), name), "utf8")));
  return mails.map((text) => {
    const [, content] = /filename="?audit-[\d-]+\.ndjson\.gz"?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(text) ?? [];
    return { text, file: content && gunzipSync(Buffer.from(content, "base64")).toString() };
  });
}

async function aFile(content: string | Buffer): Promise<string> {
  const file = path.join(config().DATA_DIR, `audit-${randomBytes(4).toString("hex")}`);
  await writeFile(file, content);
  onTestFinished(() => rm(file));
  return file;
}

/** Seals and mails one day with three rows, and returns its file. */
async function aMailedDay(): Promise<string> {
  for (const hour of [10, 11, 12]) await aRow(`2026-01-10 ${hour}:00`);
  await sealOn("2026-01-11");
  await sendAfter(0);
  return (await sent())[0]?.file ?? "";
}

test("each sealed day is mailed with its hash and its rows, which are not stored in the waiting mail", async () => {
  await aRow("2026-01-10 12:00", "a name that no waiting mail has");
  await sealOn("2026-01-11");
  const [mail] = await waitingMailsTo(OWNER);
  expect(mail).toMatch(/^Subject: Audit of 2026-01-10: 1 row$/m);
  expect(mail).not.toContain("a name");
  await sendAfter(0);
  expect(await waitingMailsTo(OWNER)).toEqual([]);
  const [{ text, file } = { text: "", file: "" }] = await sent();
  const [seal] = await readTransaction(() => AuditSeal.findAll());
  expect(text).toContain(`To: ${OWNER}`);
  expect(text).toContain(seal?.hash);
  expect(text).not.toContain("no longer match");
  expect(file?.trim().split("\n")).toHaveLength(2);
  expect(file).toContain("a name that no waiting mail has");
  expect(
    createHash("sha256")
      .update(file ?? "")
      .digest("hex"),
  ).toBe(seal?.hash);
});

test("without the setting no mail is written, and days before the first seal are not mailed", async () => {
  overrideConfig({ AUDIT_MAIL: undefined });
  await aRow("2026-01-10 12:00");
  await sealOn("2026-01-11");
  expect(await readTransaction(() => WaitingMail.count())).toBe(0);
  await asOwner("TRUNCATE audit, audit_seals RESTART IDENTITY");
  overrideConfig({ AUDIT_MAIL: OWNER });
  for (const day of [10, 11, 12]) await aRow(`2026-01-${day} 12:00`);
  await sealOn("2026-01-13");
  expect(await subjects()).toEqual(["Audit of 2026-01-12: 1 row"]);
  for (const day of [20, 21]) await aRow(`2026-01-${day} 12:00`);
  await sealOn("2026-01-30");
  expect(await subjects()).toEqual([12, 20, 21].map((day) => `Audit of 2026-01-${day}: 1 row`));
});

test("a day whose seal was undone has no mail", async () => {
  await aRow("2026-01-10 12:00");
  const undone = writeTransaction(async () => {
    await sealOn("2026-01-11");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect([await waitingMailsTo(OWNER), await readTransaction(() => AuditSeal.count())]).toEqual([[], 0]);
});

test("a mail that the mail server does not take waits, shows on Home, and is sent later with the rows of then", async () => {
  overrideConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await aRow("2026-01-10 12:00");
  await sealOn("2026-01-11");
  await sendAfter(0);
  await sendAfter(0.5);
  const home = await perform(attention, system, {}, { channel: "program", ip: null, userAgent: "test" });
  expect(home).toContainEqual({ kind: "mails", count: 1 });
  await asOwner(`UPDATE audit SET username = 'x'`);
  overrideConfig({ SMTP_URL: undefined });
  await sendAfter(2);
  const [mail] = await sent();
  expect(mail?.text).toContain("The attached rows no longer match the seal.");
  expect(mail?.file).toContain('"username":"x"');
  expect(await waitingMailsTo(OWNER)).toEqual([]);
});

test("rows that are too many for a mail are not attached, and the mail says so", async () => {
  for (let n = 0; n < 50; n++) await aRow("2026-01-10 12:00", randomBytes(200).toString("hex"));
  await sealOn("2026-01-11");
  const parts = await attachDay(1, 1024);
  expect(parts).toEqual({ text: expect.stringContaining("not attached"), attachments: [] });
  expect((await attachDay(1)).attachments).toHaveLength(1);
  expect(await attachDay(9)).toMatchObject({ text: expect.stringContaining("no longer in the database") });
});

test("secrets in a change are masked in the file of its day", async () => {
  await aMailedDay();
  await writeTransaction(() =>
    writeAudit("test.act", null, [
      {
        record: "site",
        id: 7,
        before: { password: "planted-1" },
        after: { token: "planted-2", note: "/x?secret=planted-3" },
      },
    ]),
  );
  await withFixedTime(new Date(now().getTime() + 48 * HOUR_MS), sealFinishedDays);
  await sendAfter(72);
  const [, mail] = await sent();
  expect(mail?.file).toContain('"password": "***"');
  expect(mail?.file).not.toContain("planted");
});

test("a mailed file is the same as the database, packed or unpacked", async () => {
  const file = await aMailedDay();
  for (const content of [file, gzipSync(file)])
    expect(await compareFile(await aFile(content))).toEqual({
      same: true,
      lines: [
        expect.stringMatching(/^The file is of 2026-01-10, seal 1, and has 3 rows\. Its SHA-256 is [0-9a-f]{64}\.$/),
        "The seal in the database has the same.",
        "All rows are the same.",
      ],
    });
});

test("a mailed file names rows that were changed, deleted or added since", async () => {
  const file = await aFile(await aMailedDay());
  await asOwner(`UPDATE audit SET username = 'x' WHERE id = 1; DELETE FROM audit WHERE id = 2;
    INSERT INTO audit (id, at, operation, record, record_id) OVERRIDING SYSTEM VALUE VALUES (2, now(), 'y', 'site', '1');
    DELETE FROM audit WHERE id = 3`);
  const { same, lines } = await compareFile(file);
  expect(same).toBe(false);
  expect(lines.slice(2).map((line) => line.split("\n")[0])).toEqual([
    "Row 1 was changed.",
    "Row 2 was changed.",
    expect.stringMatching(/^Row 3 is in the file only: \{"id":3,/),
  ]);
});

test("a seal that was made again after a change, or deleted, differs from the mailed file", async () => {
  const file = await aFile(await aMailedDay());
  await asOwner("TRUNCATE audit_seals; UPDATE audit SET username = 'x' WHERE id = 1");
  expect(await compareFile(file)).toMatchObject({
    same: false,
    lines: [/^The file/, "The database has no seal 1."].map((line) =>
      typeof line === "string" ? line : expect.stringMatching(line),
    ),
  });
  await sealOn("2026-01-11");
  const again = await compareFile(file);
  expect(again.same).toBe(false);
  expect(again.lines[1]).toMatch(/^The seal in the database has another/);
  // The second mail of one day shows it, too.
  expect(await subjects()).toEqual(["Audit of 2026-01-10: 3 rows"]);
});

test("an altered file is not what was sealed", async () => {
  const file = await aMailedDay();
  expect((await compareFile(await aFile(file.replace("Zoë", "Zoe")))).lines).toEqual([
    expect.anything(),
    expect.stringMatching(/^The seal in the database has another/),
    expect.stringMatching(/^Row 1 was changed\./),
  ]);
});

test("rows that a purge deleted are said to be purged, and the rest is compared", async () => {
  const file = await aFile(await aMailedDay());
  await withFixedTime("2026-03-20T12:00:00Z", () => purge({ months: { audit: 1 }, dryRun: false }));
  expect(await compareFile(file)).toMatchObject({
    same: true,
    lines: [
      expect.anything(),
      "The seal in the database has the same.",
      expect.stringMatching(/^A purge on 20\d\d-\d\d-\d\d deleted 3 rows\.$/),
      "All other rows are the same.",
    ],
  });
});

test.each([
  ["nothing", "", "is not the file of a day of the audit"],
  ["other JSON", "[1]\n", "is not the file of a day of the audit"],
  [
    "a cut packed file",
    gzipSync('{"seal":1,"day":"2026-01-10"}\n').subarray(0, 30),
    "is not the file of a day of the audit",
  ],
])("a file with %s is refused", async (_what, content, message) => {
  await expect(compareFile(await aFile(content))).rejects.toThrow(message);
});

test("a missing file is refused", async () => {
  await expect(compareFile("/no/such/file")).rejects.toThrow("/no/such/file cannot be read.");
});

test("the command prints the comparison, and exits with 1 if the day differs", async () => {
  const file = await aFile(gzipSync(await aMailedDay()));
  const run = (...args: string[]) => runProgram("admin", ["verify-audit", ...args], { DATABASE_URL: own.url });
  expect(await run(file)).toEqual({ code: 0, said: expect.stringMatching(/All rows are the same\.\n$/) });
  await asOwner("DELETE FROM audit WHERE id = 2");
  expect(await run(file)).toEqual({ code: 1, said: expect.stringMatching(/^Row 2 is in the file only/m) });
  expect(await run()).toEqual({ code: 1, said: expect.stringMatching(/^Usage: npm run admin/) });
});
