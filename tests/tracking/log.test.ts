import { randomInt } from "node:crypto";
import fs from "node:fs";
import { copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { userAgents } from "../../server/tracking/clicks/user-agents";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import type { ClickLog } from "../../server/tracking/log/click-log";
import { crc32c } from "../../server/tracking/log/crc32c";
import { readLoaded, segmentsIn } from "../../server/tracking/log/folder";
import { backlogOf, untilLoaded, waitingIn } from "../../server/tracking/log/progress";
import { parseRecords, SegmentReader } from "../../server/tracking/log/read-segment";
import { maxSizeOf, postbackPayload, readClick, readPostback, writeClick } from "../../server/tracking/log/records";
import { framed, HEADER } from "../../server/tracking/log/segment";
import { first } from "../world/first";
import { times } from "../world/long";
import { aClickOf, aLog, aLogFolder, appended, appendedPayload, contentsOf, payloadsIn } from "./log-world";

/** The log on disk by itself, without a database. */
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => Buffer.from(`record ${from + n}`));
const all = (log: ClickLog, payloads: Buffer[]) =>
  Promise.all(payloads.map((payload) => appendedPayload(log, payload)));
const shop = { agent: { id: 7, companyId: 3 }, type: { id: 11, siteId: 5 } };
const fileOf = (log: ClickLog) => path.join(log.folder, first(segmentsIn(log.folder)));

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test("the checksum is CRC-32C", () => {
  expect(crc32c(Buffer.from("123456789"))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.from("x123456789x"), 1, 10)).toBe(0xe3069283);
});

describe("records", () => {
  const agent = userAgents()("Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0");
  const rich: Partial<Click> = {
    ...{ class: 3, reason: "The user agent belongs to a robot (Bot).", flags: 5, geo: "PH", ip: "2001:db8::1", agent },
    ...{ referer: "https://exämple.example/ä€𐍈", subs: { sub1: 'ä€𐍈"\\', sub5: "x".repeat(255) }, day: "2026-03-08" },
    visitor: -(2n ** 63n),
  };
  test.each([
    ["nothing but its ids", {}],
    ["every field", rich],
    ["the longest texts", { ...rich, referer: "€".repeat(2_000), reason: "€".repeat(300), geo: "" }],
    ["empty texts", { referer: "", ip: "", reason: "", visitor: 2n ** 63n - 1n, day: "1999-12-31" }],
  ])("a click with %s is read as it was written", (_, more: Partial<Click>) => {
    const click = aClickOf(shop, 1, more);
    const bytes = Buffer.alloc(maxSizeOf(click) + 3);
    const end = writeClick(bytes, 3, click);
    expect(end).toBeLessThanOrEqual(bytes.length);
    expect(readClick(bytes.subarray(3, end), () => agent)).toEqual(click);
  });

  test("a postback is read as it was written, with only the hash of its secret", () => {
    const request = {
      receipt: "0199",
      receivedAt: new Date(1_700_000_000_123),
      ip: null,
      params: { a: "ä", b: ["c"] },
    };
    for (const secretHash of [undefined, Buffer.from("00ff", "hex")]) {
      const postback = { request, secretHash, unreadable: false };
      expect(readPostback(postbackPayload(postback))).toEqual(postback);
    }
  });
});

describe("a log", () => {
  test("keeps records in order, byte for byte in its format, readable only by its user", async () => {
    const log = await aLog();
    expect(await all(log, numbered(2_500))).toEqual(Array(2_500).fill(true));
    await log.close();
    const file = fileOf(log);
    expect(await contentsOf(file)).toEqual({ payloads: numbered(2_500), torn: 0 });
    const bytes = await readFile(file);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32c(Buffer.from("record 0")));
    expect(bytes.subarray(0, 28)).toEqual(
      Buffer.concat([Buffer.from("click log 1\n"), Buffer.of(0, 0, 0, 8), sum, Buffer.from("record 0")]),
    );
    expect(waitingIn(log.folder)).toMatchObject({ files: 1, bytes: bytes.length - HEADER.length });
    expect(backlogOf(log.folder)).toEqual({ files: 0, bytes: 0, seconds: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("writes all clicks of a turn, and those that come while the disk is busy, with one call each", async () => {
    const log = await aLog();
    expect(await appended(log, aClickOf(shop, 0))).toBe(true);
    const write = vi.spyOn(fs, "write");
    syncBuiltinESMExports();
    const turns: Promise<boolean>[] = [];
    for (let n = 0; n < 100; n++) turns.push(appended(log, aClickOf(shop, n)));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    for (let n = 0; n < 100; n++) turns.push(appended(log, aClickOf(shop, n)));
    expect(await Promise.all(turns)).toEqual(Array(200).fill(true));
    expect(write).toHaveBeenCalledTimes(2);
    await log.close();
    expect(await payloadsIn(log.folder)).toHaveLength(201);
  });

  test("begins a new segment when one is full, and refuses records when all of them are [TRUST-07]", async () => {
    const log = await aLog(1_000, 3_000);
    const taken: boolean[] = [];
    for (let n = 0; n < 40; n++) taken.push(await appendedPayload(log, Buffer.alloc(100, 1)));
    expect(segmentsIn(log.folder).length).toBeGreaterThan(2);
    const kept = taken.indexOf(false);
    expect(kept).toBeGreaterThan(20);
    expect(new Set(taken.slice(kept))).toEqual(new Set([false]));
    // As the loader does with those that are in the database.
    for (const name of segmentsIn(log.folder)) fs.rmSync(path.join(log.folder, name));
    expect(await appendedPayload(log, Buffer.alloc(100, 1))).toBe(true);
    await log.close();
  });

  test("refuses records if the disk takes none or part of them, and continues in a new segment [TRUST-07]", async () => {
    const log = await aLog();
    expect(await appendedPayload(log, Buffer.from("before"))).toBe(true);
    const { write } = fs;
    const noSpace = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    let left = 10;
    const failing = (...given: unknown[]) => {
      const [fd, bytes, at, size, position, done] = given as [
        number,
        Buffer,
        number,
        number,
        number,
        (...all: unknown[]) => void,
      ];
      const some = Math.min(left, size);
      left -= some;
      if (some === 0) setImmediate(done, noSpace);
      else write(fd, bytes, at, some, position, done as never);
    };
    vi.spyOn(fs, "write").mockImplementation(failing as never);
    syncBuiltinESMExports();
    for (let n = 0; n < 3; n++) expect(await appendedPayload(log, Buffer.from("a longer record"))).toBe(false);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect(await appendedPayload(log, Buffer.from("after"))).toBe(true);
    await log.close();
    expect(segmentsIn(log.folder)).toHaveLength(2);
    expect((await payloadsIn(log.folder)).map(String)).toEqual(["before", "after"]);
  });

  test("accepts at most 5,000 pending records, and none when it is closed [TRUST-07, TRUST-08]", async () => {
    const log = await aLog();
    const told: boolean[] = [];
    let taken = 0;
    for (let n = 0; n < 6_000; n++) if (log.append(aClickOf(shop, n), (is) => told.push(is))) taken++;
    expect(taken).toBe(5_000);
    await log.close();
    expect(told).toEqual(Array(5_000).fill(true));
    expect(log.append(aClickOf(shop, 1), () => undefined)).toBe(false);
    expect(await payloadsIn(log.folder)).toHaveLength(5_000);
  });

  test("acknowledges a record only after the disk has confirmed it [TRACK-08]", async () => {
    const log = await aLog();
    expect(await appended(log, aClickOf(shop, 0))).toBe(true);
    const { write } = fs;
    let confirm: () => void = () => undefined;
    const confirmed = new Promise<void>((done) => (confirm = done));
    vi.spyOn(fs, "write").mockImplementation(((...given: Parameters<typeof write>) => {
      const done = given.at(-1) as (...all: unknown[]) => void;
      (write as (...all: unknown[]) => void)(
        ...given.slice(0, -1),
        (...all: unknown[]) => void confirmed.then(() => done(...all)),
      );
    }) as never);
    syncBuiltinESMExports();
    const told: boolean[] = [];
    log.append(aClickOf(shop, 1), (is) => told.push(is));
    while ((await payloadsIn(log.folder)).length < 2) await pause(5);
    await pause(50);
    expect(told).toEqual([]);
    confirm();
    await expect.poll(() => told).toEqual([true]);
    await log.close();
  });

  test("is opened so that a write returns when its data are on the disk", async () => {
    const open = vi.spyOn(fs.promises, "open");
    syncBuiltinESMExports();
    const log = await aLog();
    expect(await appended(log, aClickOf(shop, 0))).toBe(true);
    await log.close();
    const flags = open.mock.calls.flatMap(([name, how]) => (String(name).endsWith(".log") ? [Number(how)] : []));
    expect(flags.map((how) => how & (fs.constants.O_DSYNC | fs.constants.O_EXCL))).toEqual([
      fs.constants.O_DSYNC | fs.constants.O_EXCL,
    ]);
  });
});

/** Reads a segment as the loader does, with as many sizes in between. */
async function readThrough(folder: string, name: string, sizes: number[], isOver: boolean) {
  const reader = new SegmentReader(folder, name, HEADER.length);
  const payloads: string[] = [];
  const damaged: number[] = [];
  const torn: number[] = [];
  for (const size of sizes) {
    for (;;) {
      const { records, damage } = await reader.read(size, isOver && size === sizes.at(-1));
      payloads.push(...records.map(({ payload }) => payload.toString("latin1")));
      for (const { bytes, isTorn } of damage) (isTorn ? torn : damaged).push(bytes.length);
      if (records.length === 0 && damage.length === 0) break;
    }
  }
  await reader.close();
  return { payloads, damaged, torn, readTo: reader.readTo };
}

describe("a reader", () => {
  const write = async (bytes: Buffer) => {
    const folder = await aLogFolder();
    const name = "000000000000001-w0-aa.log";
    await writeFile(path.join(folder, name), bytes);
    return { folder, name };
  };
  const segment = (payloads: readonly Buffer[]) => Buffer.concat([HEADER, ...payloads.map(framed)]);
  const random = () =>
    Array.from({ length: randomInt(1, 40) }, () => Buffer.alloc(randomInt(1, 3_000), randomInt(1, 256)));
  const texts = (payloads: readonly Buffer[]) => payloads.map((payload) => payload.toString("latin1"));

  test("reads records however the file grows, and waits for the rest of the last one [TRUST-04]", async () => {
    for (let round = 0; round < times(40); round++) {
      const payloads = random();
      const bytes = segment(payloads);
      const { folder, name } = await write(bytes);
      const cut = randomInt(HEADER.length, bytes.length + 1);
      const sizes = [...Array.from({ length: 4 }, () => randomInt(0, cut + 1)), cut].sort((a, b) => a - b);
      let end = HEADER.length;
      const whole = payloads.filter((payload) => (end += 8 + payload.length) <= cut);
      const read = await readThrough(folder, name, sizes, false);
      expect(read).toMatchObject({ payloads: texts(whole), damaged: [], torn: [] });
      // The writer is gone: the rest is torn.
      const last = await readThrough(folder, name, [cut], true);
      expect(last).toMatchObject({ payloads: texts(whole), damaged: [], readTo: cut });
      expect(last.torn.reduce((a, b) => a + b, 0)).toBe(cut - read.readTo);
    }
  });

  test("loses of a damaged segment nothing but the damaged records, which it reports [TRUST-04]", async () => {
    for (let round = 0; round < times(60); round++) {
      const payloads = random();
      const bytes = segment(payloads);
      const at = randomInt(HEADER.length, bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
      const { folder, name } = await write(bytes);
      const starts = payloads.map((_, n) => segment(payloads.slice(0, n)).length);
      const wrong = starts.findLastIndex((start) => start <= at);
      const { payloads: found, damaged, torn } = await readThrough(folder, name, [bytes.length], true);
      expect(found).toEqual(texts(payloads.filter((_, n) => n !== wrong)));
      const lost = 8 + (payloads[wrong]?.length ?? 0);
      expect([damaged, torn]).toEqual(wrong === payloads.length - 1 ? [[], [lost]] : [[lost], []]);
    }
  });

  test("takes a piece of zeros, of another segment or of chance for damage, and finds what follows", async () => {
    for (const piece of [
      Buffer.alloc(5_000),
      Buffer.alloc(700, 0xff),
      segment([Buffer.from("x")]).subarray(0, 15),
      Buffer.of(0, 0, 0),
    ]) {
      const payloads = random();
      const bytes = Buffer.concat([segment(payloads), piece, framed(Buffer.from("after"))]);
      const { folder, name } = await write(bytes);
      const { payloads: found, damaged } = await readThrough(folder, name, [bytes.length], true);
      expect(found).toEqual([...texts(payloads), "after"]);
      expect(damaged.reduce((a, b) => a + b, 0)).toBe(piece.length);
    }
  });

  test("reads records larger than its pieces", async () => {
    const payloads = [Buffer.alloc(3_000_000, 1), Buffer.alloc(10, 2), Buffer.alloc(2_500_000, 3)];
    const { folder, name } = await write(segment(payloads));
    expect((await readThrough(folder, name, [segment(payloads).length], false)).payloads).toEqual(texts(payloads));
    expect(parseRecords(framed(Buffer.alloc(9)).subarray(0, 12), { isAll: true, isOver: false }).used).toBe(0);
  });

  test("is never started in a file of another program", async () => {
    const folder = await aLogFolder();
    await copyFile("package.json", path.join(folder, "000-w0-other.log"));
    const reader = new SegmentReader(folder, "000-w0-other.log", HEADER.length);
    await expect(reader.read(100, false)).rejects.toThrow("is not a click log of this program");
  });
});

test("how far the log is loaded is read only whole, and a segment that is gone is loaded", async () => {
  const log = await aLog();
  expect(await untilLoaded(log.folder, 0)).toBe(true);
  await appended(log, aClickOf(shop, 1));
  expect([readLoaded(log.folder), await untilLoaded(log.folder, 20)]).toEqual([undefined, false]);
  await writeFile(path.join(log.folder, "loaded.json"), '{"clicks":{"at":1,"sizes":{}}} 1\n');
  expect(readLoaded(log.folder)).toBeUndefined();
  const wait = untilLoaded(log.folder, 60_000);
  fs.rmSync(fileOf(log));
  expect(await wait).toBe(true);
  await log.close();
});
