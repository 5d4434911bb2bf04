import { copyFile, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Spool } from "../../server/tracking/spool";
import { backlogOf, spoolFiles, loadingName } from "../../server/tracking/spool/folder";
import { first } from "../world/first";
import { times } from "../world/long";
import { aSpool, aSpoolFolder, contentsOf, waitingIn } from "./spool-world";

/** The spool file by itself, without a database. */
const kept = (spool: Spool, record: object) =>
  new Promise<boolean>((done) => void (spool.append(record, done) || done(false)));
const all = (spool: Spool, records: object[]) => Promise.all(records.map((record) => kept(spool, record)));
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => ({ n: from + n }));

/** A file with exactly these records. */
async function aFile(records: object[]): Promise<string> {
  const spool = await aSpool();
  for (const record of records) expect(await kept(spool, record)).toBe(true);
  await spool.close();
  return first(spoolFiles(spool.folder));
}

describe("a spool", () => {
  test("keeps records in order, byte for byte in its format, readable only by its user", async () => {
    const spool = await aSpool();
    expect(await all(spool, numbered(2_500))).toEqual(Array(2_500).fill(true));
    await spool.close();
    const file = first(spoolFiles(spool.folder));
    expect(await contentsOf(file)).toEqual({ records: numbered(2_500), torn: 0 });
    const bytes = await readFile(file);
    // {"n":0}: seven bytes, and their CRC-32.
    expect(bytes.subarray(0, 23).toString("latin1")).toBe(`spool 1\n\0\0\0\x07\xcd\x50\x0a\x3f{"n":0}`);
    expect(backlogOf(spool.folder)).toMatchObject({ files: 1, bytes: bytes.length });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("cut off at any byte of its last record loses only that one [TRUST-04]", async () => {
    const records = [...numbered(3), { last: "a record of a little more length" }];
    const file = await aFile(records);
    const whole = await readFile(file);
    const lastAt = whole.length - 8 - Buffer.byteLength(JSON.stringify(records[3]));
    for (let end = lastAt; end < whole.length; end++) {
      await writeFile(file, whole.subarray(0, end));
      expect(await contentsOf(file)).toEqual({ records: records.slice(0, 3), torn: end - lastAt });
    }
    await writeFile(file, whole);
    expect((await contentsOf(file)).records).toEqual(records);
  });

  test("with one wrong bit anywhere in its last record loses only that one [TRUST-04]", async () => {
    const records = numbered(4);
    const file = await aFile(records);
    const whole = await readFile(file);
    for (let at = whole.length - 15; at < whole.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const wrong = Buffer.from(whole);
        wrong[at] = (wrong[at] ?? 0) ^ (1 << bit);
        await writeFile(file, wrong);
        const { records: found, torn } = await contentsOf(file);
        expect(found).toEqual(records.slice(0, 3));
        expect(torn).toBe(15);
      }
    }
  });

  test("skips a record with a wrong checksum and continues with the next", async () => {
    const file = await aFile(numbered(5));
    const bytes = await readFile(file);
    bytes[8 + 15 + 10] = 0;
    await writeFile(file, bytes);
    expect(await contentsOf(file)).toEqual({ records: [{ n: 0 }, { n: 2 }, { n: 3 }, { n: 4 }], torn: 15 });
  });

  test("refuses records on a full disk, keeps the ones it accepted, and continues when there is space", async () => {
    const spool = await aSpool(200);
    expect(await kept(spool, { n: 1 })).toBe(true);
    expect(await kept(spool, { much: "x".repeat(300) })).toBe(false);
    expect(await kept(spool, { n: 2 })).toBe(true);
    await spool.close();
    expect(await waitingIn(spool.folder)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("accepts at most 5,000 pending records, and none when it is closed [TRUST-07]", async () => {
    const spool = await aSpool();
    const told: boolean[] = [];
    let taken = 0;
    for (const record of numbered(6_000)) if (spool.append(record, (is) => told.push(is))) taken++;
    expect(taken).toBe(5_000);
    await spool.close();
    expect(told).toEqual(Array(5_000).fill(true));
    expect(spool.append({ n: 1 }, () => undefined)).toBe(false);
    expect(await waitingIn(spool.folder)).toHaveLength(5_000);
  });

  test("whose file is taken repeatedly during writes loses nothing that it has acknowledged", async () => {
    const folder = await aSpoolFolder();
    const spool = new Spool(folder);
    const acknowledged: object[] = [];
    const found = new Set<number>();
    let writing = true;
    const take = async () => {
      for (const file of spoolFiles(folder)) {
        const name = loadingName(file);
        await rename(file, name);
        for (const record of (await contentsOf(name)).records) found.add((record as { n: number }).n);
        await rm(name);
      }
    };
    const taker = (async () => {
      while (writing) {
        await take();
        await pause(20);
      }
    })();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < times(150); n++) {
        const record = { n: n * 8 + writer };
        if (await kept(spool, record)) acknowledged.push(record);
      }
    });
    await Promise.all(writers);
    writing = false;
    await taker;
    await spool.close();
    await take();
    expect(acknowledged.length).toBeGreaterThan(times(50));
    expect(acknowledged.filter((record) => !found.has((record as { n: number }).n))).toEqual([]);
  });

  test("acknowledges a record only after the disk has confirmed it", async () => {
    const spool = await aSpool();
    expect(await kept(spool, { n: 0 })).toBe(true);
    const handle = await open("package.json");
    const files = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const { datasync } = files;
    let sync: () => void = () => undefined;
    const synced = new Promise<void>((done) => (sync = done));
    files.datasync = function () {
      return synced.then(() => datasync.call(this));
    };
    try {
      const told: boolean[] = [];
      spool.append({ n: 1 }, (is) => told.push(is));
      const file = first(spoolFiles(spool.folder));
      while ((await contentsOf(file)).records.length < 2) await pause(5);
      await pause(50);
      expect(told).toEqual([]);
      sync();
      while (told.length === 0) await pause(5);
      expect(told).toEqual([true]);
    } finally {
      files.datasync = datasync;
    }
    await spool.close();
  });

  test("is never started in a file of another program", async () => {
    const folder = await aSpoolFolder();
    const file = path.join(folder, "000-w0-other.spool");
    await copyFile("package.json", file);
    await expect(contentsOf(file)).rejects.toThrow("is not a spool of this program");
  });
});
