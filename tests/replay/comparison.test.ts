import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openVisitLog } from "../../replay/earlier-visits";
import { predictPostbacks } from "../../replay/predict-postbacks";
import type { PostbackAnswer } from "../../replay/outcome";
import type { Postback } from "../../replay/recording";
import { endLines } from "../../replay/print";
import { add, addToRow, compare, difference, emptyTables, type Tables } from "../../replay/tables";
import { unexpectedAnswers } from "../../replay/unexpected";
import { anOutcome, aPostbackOutcome, types } from "./world";

function someTables(raws: number, sales: number): Tables {
  const tables = emptyTables();
  const figures = { raws, sales, counts: new Map([["12", sales]]) };
  add(tables.total, figures);
  addToRow(tables.agent, "7", figures);
  return tables;
}

test("a report's gain is the later less the earlier, and equal tables have no difference", () => {
  const gained = difference(someTables(9, 3), someTables(4, 1));
  expect(compare(someTables(5, 2), gained)).toEqual([]);
  expect(endLines([], [])).toEqual(["Equal: every figure matches the lines."]);
});

test("each differing figure is named, even if only one side has it", () => {
  expect(compare(someTables(5, 2), someTables(5, 3))).toEqual(
    ["all", "agent 7"].flatMap((where) => [
      { where, figure: "sales", computed: 2, reported: 3 },
      { where, figure: "type 12", computed: 2, reported: 3 },
    ]),
  );
  expect(compare(emptyTables(), someTables(1, 0)).map(({ where, figure }) => `${where} ${figure}`)).toEqual([
    "all raws",
    "agent 7 raws",
  ]);
  const unequal = compare(someTables(5, 2), someTables(4, 2));
  expect(endLines(unequal, [])).toEqual([
    "Different figures: 2",
    "    all: raws is 4, and must be 5",
    "    agent 7: raws is 4, and must be 5",
    "NOT equal.",
  ]);
});

test("a figure missing in the report is a difference", () => {
  const missing = someTables(5, 2);
  missing.total.uniques = Number.NaN;
  expect(compare(someTables(5, 2), missing)).toMatchObject([{ where: "all", figure: "uniques" }]);
});

const moment = "2026-07-01T12:00:00.000Z";

test("a click on a link that counts must be redirected with an id, and other methods are answered as HTTP requires", () => {
  const click = anOutcome(moment);
  const head = anOutcome(moment, { click: { method: "HEAD" }, expected: "not a GET" });
  const post = { ...anOutcome(moment, { click: { method: "POST" }, expected: "not a GET" }), status: 405, id: null };
  const robot = anOutcome(moment, { expected: "robot" });
  expect(unexpectedAnswers([click, head, post, robot], [])).toEqual([]);
  const wrong = [
    { ...click, status: 410, id: null },
    { ...robot, status: 0, id: null },
    { ...click, id: null },
    { ...head, status: 404 },
    { ...post, status: 302 },
    { ...post, status: 500 },
  ];
  expect(unexpectedAnswers(wrong, [])).toEqual([
    expect.stringContaining("GET was answered 410, not 302"),
    expect.stringContaining("GET was not answered, not 302"),
    expect.stringContaining("carries no click id"),
    expect.stringContaining("HEAD was answered 404"),
    expect.stringContaining("POST was answered 302"),
    expect.stringContaining("POST was answered 500"),
  ]);
});

test("a postback must be answered with the verdict, the status and the id that the rules give", () => {
  const accepted: PostbackAnswer = { status: 200, verdict: "accepted", reason: null, id: "5" };
  const duplicate = { ...accepted, verdict: "duplicate" };
  const faults = (answers: PostbackAnswer[]) => {
    const outcome = { ...aPostbackOutcome(anOutcome(moment), { times: 2 }), answers };
    return unexpectedAnswers([], predictPostbacks([outcome], types));
  };
  expect(faults([duplicate, accepted])).toEqual([]);
  expect(faults([accepted, accepted])).toEqual([expect.stringContaining("not accepted, duplicate")]);
  expect(faults([accepted])).toHaveLength(1);
  expect(faults([accepted, { ...duplicate, status: 201 }])).toEqual([expect.stringContaining("with status 201")]);
  expect(faults([accepted, { ...duplicate, id: "6" }])).toEqual([expect.stringContaining("more than one id")]);
  expect(faults([accepted, { ...duplicate, id: null }])).toHaveLength(1);
});

test("a spooled event explains later answers for the same event only", () => {
  const spooled: PostbackAnswer = { status: 202, verdict: "held", reason: "spooled", id: null };
  const early = { ...spooled, reason: "no_original" };
  const accepted: PostbackAnswer = { status: 200, verdict: "accepted", reason: null, id: "5" };
  const click = anOutcome(moment);
  const faults = (...given: [Partial<Postback>, PostbackAnswer][]) => {
    const outcomes = given.map(([postback, answer]) => ({ ...aPostbackOutcome(click, postback), answers: [answer] }));
    return unexpectedAnswers([], predictPostbacks(outcomes, types));
  };
  const [sale, reversal, other] = [{ txid: "a" }, { txid: "a", reversed: true }, { txid: "b", reversed: true }];
  expect(faults([sale, spooled], [reversal, early], [sale, accepted])).toEqual([]);
  expect(faults([sale, accepted], [reversal, early])).toHaveLength(1);
  expect(faults([sale, spooled], [{ txid: "b" }, accepted], [other, early])).toHaveLength(1);
  expect(faults([sale, spooled], [{ ...sale, secret: "wrong" }, accepted])).toHaveLength(1);
  expect(faults([sale, { ...spooled, status: 200 }])).toHaveLength(1);
});

test("visits are kept for their day and database, and dropped when the day is over", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "replay-"));
  try {
    const first = openVisitLog(folder, "one", "2026-07-01");
    expect(first.earlier.size).toBe(0);
    first.keep("2026-07-01 a");
    first.keep("2026-07-02 b");
    expect([...openVisitLog(folder, "one", "2026-07-01").earlier]).toEqual(["2026-07-01 a", "2026-07-02 b"]);
    expect(openVisitLog(folder, "two", "2026-07-01").earlier.size).toBe(0);
    expect([...openVisitLog(folder, "one", "2026-07-02").earlier]).toEqual(["2026-07-02 b"]);
    expect(readFileSync(path.join(folder, "one.txt"), "utf8")).toBe("2026-07-02 b\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
