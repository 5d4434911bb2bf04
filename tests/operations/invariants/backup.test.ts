import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../../models/migrations";
import { ended } from "../../../server/backup/frames";
import { restore, takeBackup, BackupError } from "../../../server/backup";
import { runChecks, formatFinding } from "../../../server/invariants";
import { overrideConfig, config } from "../../../server/kernel/process/config";
import { rollUpOnce } from "../../../server/tracking";
import { type Agent, aClick, type Type } from "../../world/builders";
import { aDatabase, inRollback, type TestDatabase } from "../../world/database";
import { runProgram } from "../../world/program";
import { aSoundCompany } from "./world";

let home: string;
let own: TestDatabase;
let agent: Agent;
let spare: Type;
const before = config().DATA_DIR;
const place = (name: string) => path.join(home, name);
const FILES = {
  "log/00ff/000000000000001-w0-00.refused": "click log 1\nand more",
  "outbox/a-mail.eml": "To: someone\r\n",
};

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "backup-"));
  // A packaged server may run as another user.
  await chmod(home, 0o755);
  overrideConfig({ DATA_DIR: place("data") });
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(place(`data/${name}`)), { recursive: true });
    await writeFile(place(`data/${name}`), text);
  }
  own = await aDatabase();
  await own.enter();
  ({ agent, spare } = await aSoundCompany());
  await query(own.url, "INSERT INTO black_list (ip) VALUES ('203.0.113.0/24'), ('2001:db8::/32')");
  await query(
    own.url,
    `INSERT INTO images (name, type, width, height, bytes, account_id)
     VALUES ('a.png', 'image/png', 1, 1, $1, $2)`,
    [Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256)), agent.accountId],
  );
  await query(own.url, "UPDATE agents SET must_read = $1", ["tab\t, line\r\n, \\N, \\., “quoted” 'and' \"so\" 🙂"]);
});
afterAll(async () => {
  overrideConfig({ DATA_DIR: before });
  await rm(home, { recursive: true, force: true });
});

async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** A checksum of each table over all columns, and the next value of each sequence. */
async function everything(url: string): Promise<Record<string, unknown>> {
  const tables = await query(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname <> 'migrations' ORDER BY 1`,
  );
  const sums: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [sum] = await query(
      url,
      `SELECT count(*)::int AS rows, md5(string_agg(line, E'\\n' ORDER BY line)) AS sum
       FROM (SELECT to_jsonb(t)::text AS line FROM ${String(name)} t) AS lines`,
    );
    sums[String(name)] = sum;
  }
  const numbers = "SELECT sequencename AS name, last_value FROM pg_sequences WHERE schemaname = 'public'";
  for (const { name, last_value } of await query(url, numbers)) sums[String(name)] = last_value;
  return sums;
}

/** Runs `act` as a server with this database and folder. */
async function as<T>({ url, data }: { url: string; data: string }, act: () => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = config();
  overrideConfig({ DATABASE_URL: url, DATA_DIR: place(data) });
  try {
    return await act();
  } finally {
    overrideConfig({ DATABASE_URL, DATA_DIR });
  }
}

test("a backup taken while clicks arrive and are rolled up is of one moment and restores equal [TRUST-12]", async () => {
  let working = true;
  const work = (async () => {
    for (let i = 0; working; i++) {
      await aClick({ agent, type: spare, at: "2026-03-19T12:00:00Z", unique: false });
      if (i % 5 === 0) await rollUpOnce();
    }
  })();
  const file = place("working.backup");
  const done = await takeBackup(file, null);
  working = false;
  await work;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const other = await aDatabase();
  const restored = await as({ url: other.url, data: "other" }, () => restore(file, () => undefined));
  expect(restored).toEqual(done);
  expect(done.files).toBe(2);
  for (const [name, text] of Object.entries(FILES)) expect(await readFile(place(`other/${name}`), "utf8")).toBe(text);
  await other.enter();
  expect((await inRollback(() => runChecks())).map(formatFinding)).toEqual([]);
  await own.enter();
  await other.drop();
});

test("a backup restores every row, number and file on another server, and needs the key [TRUST-12]", async () => {
  const [first, second] = [place("first.backup"), place("second.backup")];
  const sums = await everything(own.url);
  const here = { DATABASE_URL: own.url, DATA_DIR: place("data") };
  expect(await runProgram("backup", [first], here)).toEqual({
    code: 0,
    said: expect.stringMatching(/^Wrote [\d,]+ rows of \d+ tables and 2 files to /),
  });
  const elsewhere = { DATABASE_URL: "", DATA_DIR: place("elsewhere") };
  const { code, said } = await runProgram("restore", [first], { ...elsewhere, DATA_KEY: "" });
  expect([code, said]).toEqual([1, expect.stringContaining("DATA_KEY does not match")]);
  expect(await runProgram("restore", [first], elsewhere)).toEqual({
    code: 0,
    said: expect.stringMatching(/^Restored [\d,]+ rows of \d+ tables and 2 files as of 20/),
  });
  expect((await runProgram("backup", [second], elsewhere)).code).toBe(0);
  const back = await aDatabase();
  await as({ url: back.url, data: "back" }, () => restore(second, () => undefined));
  expect(await everything(back.url)).toEqual(sums);
  await back.drop();
});

test("a backup contains the secrets that the server generated [TRUST-12]", async () => {
  const secrets = { DATA_KEY: config().DATA_KEY ?? "", SESSION_SECRET: "made-by-the-server-itself" };
  const file = place("secrets.backup");
  await takeBackup(file, secrets);
  const other = await aDatabase();
  const kept: unknown[] = [];
  await as({ url: other.url, data: "kept" }, () => restore(file, (given) => kept.push(given)));
  expect(kept).toEqual([secrets]);
  await other.drop();
});

const LAST = migrations.at(-1)?.name ?? "";

/** Frames with the first one altered, and its length and checksum recomputed. */
function withSum(frames: Buffer): Buffer {
  const end = frames.lastIndexOf(Buffer.from('{"end"')) - 5;
  frames.writeUInt32BE(frames.indexOf("}N") + 1 - 5, 1);
  const hash = createHash("sha256").update(frames.subarray(0, end));
  return Buffer.concat([frames.subarray(0, end), ended({ rows: {}, numbers: [] }, hash)]);
}

test("a truncated, altered or unrelated file, or one of another version, is refused and nothing is written [TRUST-12]", async () => {
  const good = place("good.backup");
  await takeBackup(good, null);
  const bytes = await readFile(good);
  const plain = gunzipSync(bytes);
  const flipped = (source: Buffer, at: number) => {
    const copy = Buffer.from(source);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  // Some bits of a compressed file are only padding.
  const spoiled = (at = Math.floor(bytes.length / 2)): Buffer => {
    const copy = flipped(bytes, at);
    try {
      return gunzipSync(copy).equals(plain) ? spoiled(at + 1) : copy;
    } catch {
      return copy;
    }
  };
  const older = withSum(Buffer.from(plain.toString("latin1").replace(LAST, "0000-elsewhere"), "latin1"));
  const faults: [string, Buffer, RegExp][] = [
    ...[0, 1, 10, 1_000, bytes.length - 1].map((length): [string, Buffer, RegExp] => [
      `the first ${length} bytes`,
      bytes.subarray(0, length),
      /damaged/,
    ]),
    ...[5, 1_000, Math.floor(plain.length / 2), plain.length - 100].map((at): [string, Buffer, RegExp] => [
      `another byte ${at}, packed anew`,
      gzipSync(flipped(plain, at)),
      /damaged/,
    ]),
    ["another byte in the packed file", spoiled(), /damaged/],
    ["more behind it", gzipSync(Buffer.concat([plain, Buffer.from("D\0\0\0\0")])), /damaged/],
    ["no end", gzipSync(plain.subarray(0, plain.lastIndexOf("E", plain.length - 20))), /damaged/],
    ["text", Buffer.from("-- a dump of another program\n"), /damaged/],
    ["another list of migrations", gzipSync(older), /of another version \(its last migration is 0000-elsewhere\)/],
  ];
  const empty = await aDatabase();
  const sums = await everything(empty.url);
  const bad = place("bad.backup");
  for (const [what, content, message] of faults) {
    await writeFile(bad, content);
    const refused = await as({ url: empty.url, data: "empty" }, () => restore(bad, () => undefined)).catch(
      (fault) => fault,
    );
    expect([what, refused instanceof BackupError, (refused as Error).message]).toEqual([
      what,
      true,
      expect.stringMatching(message),
    ]);
    expect((refused as Error).message).not.toContain("\n");
  }
  expect(await everything(empty.url)).toEqual(sums);
  await expect(stat(place("empty"))).rejects.toThrow("ENOENT");
  await empty.drop();
});

test("a database with rows is not restored over, and an existing file is not overwritten [TRUST-12]", async () => {
  const file = place("over.backup");
  await takeBackup(file, null);
  const sums = await everything(own.url);
  await expect(restore(file, () => undefined)).rejects.toThrow(
    /^The database is not empty: \w+ has rows\. Nothing was/,
  );
  expect(await everything(own.url)).toEqual(sums);
  const content = await readFile(file);
  await expect(takeBackup(file, null)).rejects.toThrow(/over\.backup already exists\. Please name a new file\.$/);
  expect((await readFile(file)).equals(content)).toBe(true);
  await expect(takeBackup(place("nowhere/a.backup"), null)).rejects.toThrow("ENOENT");
  expect((await readdir(home)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a backup that is being written, or that appeared in the meantime, is not overwritten [TRUST-12]", async () => {
  const [file, part] = [place("twice.backup"), place("twice.backup.part")];
  await writeFile(part, "of another run");
  await expect(takeBackup(file, null)).rejects.toThrow(
    /^.*twice\.backup\.part already exists: another backup is running, or one was interrupted\. Please remove the file or name a new one\.$/,
  );
  expect(await readFile(part, "utf8")).toBe("of another run");
  await rm(part);
  // Both pass the check of the name before either has written its file.
  const both = await Promise.allSettled([takeBackup(file, null), takeBackup(file, null)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((both.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason).toBeInstanceOf(
    BackupError,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(stat(part)).rejects.toThrow("ENOENT");
  // The name is taken while the copy is made, which waits for a locked table.
  await rm(file);
  const locker = new pg.Client({ connectionString: own.url });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE");
  const making = takeBackup(file, null);
  await expect
    .poll(
      () =>
        stat(part).then(
          () => true,
          () => false,
        ),
      { interval: 1 },
    )
    .toBe(true);
  await writeFile(file, "somebody's", { flag: "wx" });
  await locker.end();
  await expect(making).rejects.toThrow(/twice\.backup already exists\. Please name a new file\.$/);
  expect(await readFile(file, "utf8")).toBe("somebody's");
  await expect(stat(part)).rejects.toThrow("ENOENT");
});
