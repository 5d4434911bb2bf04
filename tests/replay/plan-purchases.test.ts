import { expect, test } from "vitest";
import { planPurchases, secretOf } from "../../replay/plan-purchases";
import { prepare } from "../../replay/prepare";
import { readRecording } from "../../replay/read-recording";
import { type Click, type Entry, type Postback, visitorOf } from "../../replay/recording";
import { pick } from "../../replay/share";
import { aClick, aLink, aPostback, ROBOT, types } from "./world";

const { entries: log } = readRecording("tests/world/access.log.gz");
const links = [12, 13].flatMap((typeId) => [3, 4].map((siteId) => aLink({ siteId, typeId })));
const linkOf = ({ target }: Click) => pick(links, target as string);
const plan = planPurchases(log, linkOf, types);
const byName = new Map((log as Click[]).map((click) => [click.name, click]));
const linkOfNamed = (name: string) => linkOf(byName.get(name) ?? aClick({ line: 0 }));
const postbacks = (entries: readonly Entry[]) =>
  entries.filter((entry): entry is Postback => entry.kind === "postback");

test("the same file and links give the same purchases, and clicks stay unchanged", () => {
  expect(planPurchases(log, linkOf, types)).toEqual(plan);
  expect(plan.filter(({ kind }) => kind === "click")).toEqual(log);
});

test("every purchase follows its click and is made by a visitor that counts", () => {
  const clicks = new Map<string, Click>();
  for (const entry of plan) {
    if (entry.kind === "click") clicks.set(entry.name, entry);
    else expect(clicks.get(entry.click)).toMatchObject({ method: "GET" });
  }
  const robots = Array.from({ length: 300 }, (_, i) =>
    aClick({ line: i, address: `192.0.2.${i % 256}`, userAgent: ROBOT }),
  );
  expect(planPurchases(robots, linkOf, types)).toEqual(robots);
});

test("a share of the visitors buys: sales, bonuses where the type pays one, reversals, repeats and wrong secrets", () => {
  const sent = postbacks(plan);
  const buyers = new Set(sent.map(({ click }) => click)).size;
  const visitors = new Set((log as Click[]).map(visitorOf)).size;
  expect(buyers / visitors).toBeGreaterThan(0.05);
  expect(buyers / visitors).toBeLessThan(0.15);
  const count = (is: (postback: Postback) => boolean) => sent.filter(is).length;
  expect(count(({ event, reversed }) => event === "sale" && !reversed)).toBe(buyers);
  const bonuses = sent.filter(({ event, reversed }) => event === "bonus" && !reversed);
  expect(bonuses.length).toBeGreaterThan(20);
  for (const { click } of bonuses) expect(linkOfNamed(click).typeId).toBe(12);
  expect(count(({ event, reversed }) => event === "sale" && reversed)).toBeGreaterThan(10);
  expect(count(({ event, reversed }) => event === "bonus" && reversed)).toBeGreaterThan(2);
  expect(count(({ times }) => times > 1)).toBeGreaterThan(20);
  expect(count(({ secret }) => secret?.startsWith("demo-secret-") ?? false)).toBeGreaterThan(5);
  expect(count(({ secret }) => secret === "no-secret-of-any-site")).toBeGreaterThan(5);
  for (const { click, secret } of sent) expect(secret).not.toBe(secretOf(linkOfNamed(click).siteId));
  expect(count(({ txid }) => txid === null)).toBeGreaterThan(20);
  expect(count(({ txid }) => txid !== null)).toBeGreaterThan(20);
});

test("a click on a link that does not count is left out with its purchases", () => {
  const recording = prepare(
    {
      format: "JSON lines",
      lines: 4,
      unreadable: [],
      entries: [
        aClick({ line: 1, target: { siteId: 1, typeId: 2, agentId: 3 } }),
        aClick({ line: 2 }),
        aPostback({ line: 3, click: "1" }),
        aPostback({ line: 4, click: "2" }),
      ],
    },
    { of: ({ target }) => (typeof target === "string" ? aLink() : undefined), types },
  );
  expect(recording.entries.map(({ line }) => line)).toEqual([2, 4]);
  expect(recording.unreadable).toEqual([
    { line: 1, reason: "it names a link that does not count" },
    { line: 3, reason: "its click is not sent" },
  ]);
});
