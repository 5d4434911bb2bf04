import { expect, test } from "vitest";
import { classify } from "../../replay/classify";
import { compute, visitKey } from "../../replay/compute";
import { predictPostbacks } from "../../replay/predict-postbacks";
import { newYorkDay, timeOf } from "../../replay/outcome";
import { type Postback } from "../../replay/recording";
import { emptyFigures } from "../../replay/tables";
import { aClick, anOutcome, aPostbackOutcome, BROWSER, clickIdAt, ROBOT, types } from "./world";

test("only GET requests are clicks, and robots do not count", () => {
  expect(classify(aClick({ line: 1 }))).toBe("counts");
  expect(classify(aClick({ line: 1, userAgent: null }))).toBe("robot");
  expect(classify(aClick({ line: 1, userAgent: ROBOT }))).toBe("robot");
  for (const method of ["HEAD", "POST", "OPTIONS"]) {
    expect(classify(aClick({ line: 1, method, userAgent: ROBOT }))).toBe("not a GET");
  }
});

test("a click's day is New York's at the moment in its id, also across clock changes", () => {
  const days: [string, string][] = [
    ["2026-07-02T03:59:59.999Z", "2026-07-01"],
    ["2026-07-02T04:00:00.000Z", "2026-07-02"],
    ["2026-01-02T04:59:59.999Z", "2026-01-01"],
    ["2026-01-02T05:00:00.000Z", "2026-01-02"],
    ["2026-11-01T03:59:59.999Z", "2026-10-31"],
    ["2026-11-02T04:59:59.999Z", "2026-11-01"],
    ["2027-01-01T04:59:59.999Z", "2026-12-31"],
  ];
  for (const [moment, day] of days) {
    expect(timeOf(clickIdAt(moment)).toISOString()).toBe(moment);
    expect(newYorkDay(timeOf(clickIdAt(moment)))).toBe(day);
  }
});

const figures = (given: object) => ({ ...emptyFigures(), ...given });

test("raws are acknowledged clicks that count, and uniques are the visitors of an agent, type and day", () => {
  const early = "2026-07-01T12:00:00.000Z";
  const other = { address: "203.0.113.6" };
  const lost = { ...anOutcome(early), id: null };
  const tables = compute(
    [
      anOutcome(early),
      anOutcome(early),
      anOutcome(early, { click: other }),
      anOutcome(early, { click: { userAgent: `${BROWSER} x` } }),
      anOutcome(early, { link: { typeId: 13 } }),
      anOutcome(early, { link: { agentId: 8, companyId: 5 } }),
      anOutcome("2026-07-02T12:00:00.000Z"),
      anOutcome(early, { expected: "robot" }),
      anOutcome(early, { expected: "not a GET" }),
      lost,
    ],
    [],
    new Set(),
  );
  expect(tables.total).toEqual(figures({ raws: 7, uniques: 6 }));
  expect(Object.fromEntries(tables.date)).toEqual({
    "2026-07-01": figures({ raws: 6, uniques: 5 }),
    "2026-07-02": figures({ raws: 1, uniques: 1 }),
  });
  expect(Object.fromEntries(tables.company)).toEqual({
    2: figures({ raws: 6, uniques: 5 }),
    5: figures({ raws: 1, uniques: 1 }),
  });
  expect(Object.fromEntries(tables.agent)).toEqual({
    7: figures({ raws: 6, uniques: 5 }),
    8: figures({ raws: 1, uniques: 1 }),
  });
  expect(Object.fromEntries(tables.type)).toEqual({
    "3/12": figures({ raws: 6, uniques: 5 }),
    "3/13": figures({ raws: 1, uniques: 1 }),
  });
});

test("a visitor of an earlier replay on the same day is not unique again", () => {
  const click = anOutcome("2026-07-01T12:00:00.000Z");
  const tomorrow = anOutcome("2026-07-02T12:00:00.000Z");
  const earlier = new Set([visitKey(click) ?? ""]);
  expect(compute([click, tomorrow], [], earlier).total).toEqual(figures({ raws: 2, uniques: 1 }));
  expect(earlier.size).toBe(1);
  expect(visitKey({ ...click, expected: "robot" })).toBeNull();
});

const verdictsOf = (...given: Partial<Postback>[]) => {
  const click = anOutcome("2026-07-01T12:00:00.000Z", { link: { typeId: 12 } });
  return predictPostbacks(
    given.map((postback) => aPostbackOutcome(click, postback)),
    types,
  ).map(({ verdicts, booked }) => [
    verdicts.map(({ verdict, reason }) => (reason ? `${verdict} ${reason}` : verdict)).join(", "),
    booked.map(({ event, sign }) => `${sign > 0 ? "+" : "-"}${event}`).join(" "),
  ]);
};

test("an event counts once, with or without a txid, even if sent several times at once", () => {
  expect(
    verdictsOf({}, {}, { txid: "a" }, { txid: "a", times: 2 }, { txid: "b", times: 3 }, { event: "bonus" }),
  ).toEqual([
    ["accepted", "+sale"],
    ["duplicate", ""],
    ["accepted", "+sale"],
    ["duplicate, duplicate", ""],
    ["accepted, duplicate, duplicate", "+sale"],
    ["accepted", "+bonus"],
  ]);
});

test("a wrong secret books nothing and leaves the event to a report with the right one", () => {
  expect(verdictsOf({ secret: "x", times: 2 }, { secret: "demo-secret-4" }, { secret: "demo-secret-3" })).toEqual([
    ["refused bad_secret, refused bad_secret", ""],
    ["refused bad_secret", ""],
    ["accepted", "+sale"],
  ]);
});

test("a bonus is refused if the type pays none", () => {
  const click = anOutcome("2026-07-01T12:00:00.000Z", { link: { typeId: 13 } });
  const [judged] = predictPostbacks([aPostbackOutcome(click, { event: "bonus" })], types);
  expect(judged).toMatchObject({ verdicts: [{ verdict: "refused", reason: "bonus_not_enabled" }], booked: [] });
});

test("a reversal takes back its own event once, waits for an event not yet reported, and blocks its sale afterwards", () => {
  expect(verdictsOf({}, { event: "bonus", reversed: true }, { reversed: true }, { reversed: true }, {})).toEqual([
    ["accepted", "+sale"],
    ["held no_original", ""],
    ["accepted", "-sale"],
    ["duplicate", ""],
    ["duplicate", ""],
  ]);
  expect(verdictsOf({ reversed: true }, { txid: "a" }, {}, { reversed: true })).toEqual([
    ["held no_original", ""],
    ["accepted", "+sale"],
    ["accepted", "+sale -sale"],
    ["duplicate", ""],
  ]);
});

test("sales and bonuses count under their type, office, agent and the day of their own time", () => {
  const click = anOutcome("2026-07-01T12:00:00.000Z", { link: { typeId: 12 } });
  const judged = predictPostbacks(
    [
      aPostbackOutcome(click, {}, "2026-07-02T12:00:00Z"),
      aPostbackOutcome(click, { event: "bonus" }, "2026-07-02T12:00:00Z"),
      aPostbackOutcome(click, { txid: "a" }, "2026-07-02T12:00:00Z"),
      aPostbackOutcome(click, { txid: "a", reversed: true }, "2026-07-03T12:00:00Z"),
    ],
    types,
  );
  const tables = compute([click], judged, new Set());
  const all = figures({
    raws: 1,
    uniques: 1,
    sales: 1,
    bonusSales: 1,
    counts: new Map([
      ["12", 1],
      ["12b", 1],
    ]),
  });
  expect([tables.total, tables.company.get("2"), tables.agent.get("7"), tables.type.get("3/12")]).toEqual(
    Array.from({ length: 4 }, () => all),
  );
  expect([...tables.date].map(([day, { raws, sales, bonusSales }]) => [day, raws, sales, bonusSales])).toEqual([
    ["2026-07-01", 1, 0, 0],
    ["2026-07-02", 0, 2, 1],
    ["2026-07-03", 0, -1, 0],
  ]);
});
