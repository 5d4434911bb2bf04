import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { classify } from "../../replay/classify";
import { readRecording, recordingOf } from "../../replay/read-recording";
import { type Click, visitorOf } from "../../replay/recording";

const folder = mkdtempSync(path.join(tmpdir(), "replay-"));
afterAll(() => rmSync(folder, { recursive: true }));
const LOG = "tests/world/access.log.gz";

test("the recorded log is read completely: one line of 10,000 is broken, about three in ten are of robots", () => {
  const { lines, entries, unreadable, format } = readRecording(LOG);
  const clicks = entries as Click[];
  expect({ lines, clicks: clicks.length, format }).toEqual({
    lines: 10_000,
    clicks: 9_999,
    format: "a web server's log",
  });
  expect(unreadable).toEqual([{ line: 8_899, reason: "it is not a complete line of the combined log format" }]);
  const of = (kind: string) => clicks.filter((click) => classify(click) === kind).length;
  const other = clicks.filter(({ method }) => method !== "GET").length;
  expect(other).toBe(48);
  expect(of("not a GET")).toBe(other);
  expect(of("robot") + of("counts")).toBe(9_951);
  expect(of("robot")).toBeGreaterThan(2_700);
  expect(of("robot")).toBeLessThan(3_100);
  expect(new Set(clicks.map(({ address }) => address)).size).toBe(1_753);
  expect(new Set(clicks.map(visitorOf)).size).toBeGreaterThan(1_800);
});

test("plain and compressed files are read the same, whatever their names", () => {
  const plain = path.join(folder, "traffic.gz");
  writeFileSync(plain, gunzipSync(readFileSync(LOG)));
  expect(readRecording(plain)).toEqual(readRecording(LOG));
});

test("a missing or damaged file is reported in one sentence", () => {
  const damaged = path.join(folder, "damaged");
  writeFileSync(damaged, gzipSync("x".repeat(1_000)).subarray(0, 20));
  for (const file of [path.join(folder, "none"), damaged, folder]) {
    expect(() => readRecording(file)).toThrow(/cannot be read: .+\.$/);
  }
});

const json = (...records: unknown[]) =>
  recordingOf(
    Buffer.from(records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))).join("\r\n")),
  );

test("JSON lines contain clicks on paths and on named links, sales, bonuses and reversals", () => {
  const link = { siteId: 3, typeId: 12, agentId: 7 };
  const { format, entries, unreadable } = json(
    { record: "click", id: "a", ip: "2001:db8::1", userAgent: "Bröwser", path: "/x" },
    "",
    { record: "click", id: "b", ip: "192.0.2.4", method: "HEAD", referer: "http://a.example/", link },
    { record: "sale", click: "a", txid: "1", geo: "DE", times: 2 },
    { record: "reversal", click: "a", of: "bonus", secret: "s" },
  );
  expect(format).toBe("JSON lines");
  expect(unreadable).toEqual([]);
  expect(entries).toEqual([
    {
      kind: "click",
      line: 1,
      name: "a",
      method: "GET",
      address: "2001:db8::1",
      userAgent: Buffer.from("Bröwser").toString("latin1"),
      referer: null,
      target: "/x",
    },
    {
      kind: "click",
      line: 3,
      name: "b",
      method: "HEAD",
      address: "192.0.2.4",
      userAgent: expect.stringContaining("Firefox/") as string,
      referer: "http://a.example/",
      target: link,
    },
    {
      kind: "postback",
      line: 4,
      event: "sale",
      reversed: false,
      click: "a",
      txid: "1",
      secret: null,
      extra: { geo: "DE" },
      times: 2,
    },
    {
      kind: "postback",
      line: 5,
      event: "bonus",
      reversed: true,
      click: "a",
      txid: null,
      secret: "s",
      extra: {},
      times: 1,
    },
  ]);
});

test("JSON lines that cannot be replayed are skipped with a reason", () => {
  const click = { record: "click", id: "a", ip: "192.0.2.4", path: "/" };
  const wrong: [unknown, RegExp][] = [
    ["{", /not a JSON object/],
    ["[1]", /./],
    [{ record: "view" }, /record/],
    [{ ...click, id: "b", ip: "here" }, /ip/],
    [{ ...click, id: "b", path: undefined }, /either path or link/],
    [{ ...click, id: "b", link: { siteId: 1, typeId: 1, agentId: 1 } }, /either path or link/],
    [{ ...click, id: "b", agent: "x" }, /agent/],
    [{ ...click, id: "b", userAgent: "a\nb" }, /characters that are not allowed/],
    [click, /another click/],
    [{ record: "sale", click: "z" }, /is not above/],
    [{ record: "sale", click: "a", times: 0 }, /times/],
    [{ record: "sale", click: "a", of: "bonus" }, /of/],
  ];
  const { lines, entries, unreadable } = json(click, ...wrong.map(([record]) => record));
  expect(lines).toBe(wrong.length + 1);
  expect(entries).toHaveLength(1);
  expect(unreadable.map(({ line }) => line)).toEqual(wrong.map((_, index) => index + 2));
  wrong.forEach(([record, reason], index) => expect(unreadable[index]?.reason, JSON.stringify(record)).toMatch(reason));
});
