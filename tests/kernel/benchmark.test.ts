import { describe, expect, test } from "vitest";
import { parseStat, treeTicks } from "../../bench/cpu/proc-stat";
import { median, percentile } from "../../bench/samples";
import { compare, figureOf, goalState, meetsGoal } from "../../bench/table/figure";
import { regressions, rowsOf } from "../../bench/table/row";
import { number, tableText } from "../../bench/table/text";

/** The arithmetic of the benchmark: a mistake there would report a slower product as an equal one. */

describe("samples", () => {
  test("a percentile depends on the order of the samples", () => {
    const samples = Array.from({ length: 100 }, (_, i) => ((i * 37) % 100) + 1);
    expect([percentile(samples, 50), percentile(samples, 99), percentile([3], 99)]).toEqual([51, 100, 3]);
    expect(median([9, 1, 5])).toBe(5);
  });
});

describe("CPU times", () => {
  const stat = (pid: number, name: string, parent: number, times: number[]) =>
    `${pid} (${name}) S ${parent} 1 1 0 -1 4194304 1 2 3 4 ${times.join(" ")} 20 0 11 0 100 200 300`;

  test("a name with spaces and parentheses shifts the fields behind it", () => {
    const text = stat(7, "postgres: a) b (c", 3, [10, 5, 2, 1]);
    expect(parseStat(text)).toEqual({ pid: 7, name: "postgres: a) b (c", parent: 3, ticks: 18 });
  });

  test("CPU of grandchildren or of ended children is left out, or that of another process is counted", () => {
    const processes = [
      parseStat(stat(3, "postgres", 1, [100, 0, 40, 2])),
      parseStat(stat(7, "postgres", 3, [10, 5, 0, 0])),
      parseStat(stat(8, "worker", 7, [1, 1, 0, 0])),
      parseStat(stat(9, "node", 1, [1_000, 0, 0, 0])),
    ];
    expect(treeTicks(processes, 3)).toBe(159);
    expect(treeTicks(processes, 12)).toBe(0);
  });
});

describe("a figure", () => {
  test("a machine that becomes slower during a run changes the ratio to the floor", () => {
    expect(figureOf({ values: [10, 20, 90], floors: [1, 4, 3] })).toEqual({ value: 20, floor: 3, ratio: 10 });
  });

  test("a floor that was measured once applies to one round only", () => {
    expect(figureOf({ values: [10, 20, 40], floors: [5] })).toEqual({ value: 20, floor: 5, ratio: 4 });
    expect(figureOf({ values: [10] })).toEqual({ value: 10 });
  });

  test("a goal of the ratio or of the excess is compared with the value", () => {
    const figure = { value: 9, floor: 3, ratio: 3 };
    expect(meetsGoal(figure, { atMost: 9 })).toBe(true);
    expect(meetsGoal(figure, { atMost: 8.9 })).toBe(false);
    expect(meetsGoal(figure, { of: "ratio", atLeast: 3 })).toBe(true);
    expect(meetsGoal(figure, { of: "ratio", atLeast: 3.1 })).toBe(false);
    expect(meetsGoal(figure, { of: "excess", atMost: 6 })).toBe(true);
    expect(meetsGoal(figure, { of: "excess", atMost: 5.9 })).toBe(false);
  });
});

describe("the comparison with the baseline", () => {
  const [ms, rate] = [
    { unit: "ms", tolerance: 0.2 },
    { unit: "/s", tolerance: 0.2 },
  ] as const;
  const ratio = (of: number) => ({ value: 1, floor: 1, ratio: of });

  test("a slower product is reported as the same, or noise as a change", () => {
    expect([11.9, 12.1, 8.5, 8.3].map((now) => compare(ms, ratio(now), ratio(10)))).toEqual([
      ...["same", "worse", "same", "better"],
    ]);
  });

  test("more a second is reported as worse", () => {
    expect([13, 10, 7].map((now) => compare(rate, ratio(now), ratio(10)))).toEqual(["better", "same", "worse"]);
  });

  test("a slower machine is reported as a slower product", () => {
    const [before, now] = [figureOf({ values: [10], floors: [1] }), figureOf({ values: [30], floors: [3] })];
    expect(compare(ms, now, before)).toBe("same");
    expect(goalState({ atMost: 12 }, now, before, "same")).toBe("missed");
  });

  test("a goal that the baseline met is lost without notice, or one that it never met counts as lost", () => {
    const [fast, slow] = [{ value: 8 }, { value: 30 }];
    expect(goalState({ atMost: 10 }, slow, fast, "worse")).toBe("lost");
    expect(goalState({ atMost: 10 }, slow, fast, "unjudged")).toBe("lost");
    expect(goalState({ atMost: 10 }, slow, { value: 29 }, "same")).toBe("missed");
    expect(goalState({ atMost: 10 }, slow, undefined, "new")).toBe("missed");
    expect(goalState({ atMost: 10 }, fast, slow, "better")).toBe("met");
  });
});

describe("the table", () => {
  const part = {
    ...{
      name: "sales",
      title: "Sales",
      data: "demo" as const,
      floor: "one INSERT",
      measure: () => Promise.resolve({}),
    },
    figures: [
      { key: "rate", name: "16 at a time", unit: "/s", goal: { atLeast: 1_500 }, tolerance: 0.2 },
      { key: "p50", name: "p50", unit: "ms", goal: { atMost: 3 }, tolerance: 0.2 },
      { key: "p99", name: "p99", unit: "ms", goal: { atMost: 30 } },
    ] as const,
  };
  const baseline = {
    ...{ commit: { subject: "Sell", date: "2026-11-25" }, machine: { processors: 2, memoryGb: 8, node: 24 } },
    figures: {
      "sales.rate": { value: 200, floor: 2_000, ratio: 0.1 },
      "sales.p50": { value: 2 },
      "sales.p99": { value: 9 },
    },
  };
  const measured = {
    rate: { values: [1_000, 2_000, 1_600], floors: [4_000, 4_000, 4_000] },
    p50: { values: [3.21] },
    p99: { values: [12_345.6] },
  };
  const rows = rowsOf(part, measured, baseline);

  test("a line lacks its value, floor, ratio, goal, baseline or change", () => {
    const lines = tableText([{ part, rows }]).split("\n");
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["value", "floor", "ratio", "goal", "baseline", "change"],
      [""],
      ["Sales"],
      ["floor: one INSERT"],
      ["16 at a time", "1,600", "/s", "4,000", "0.4", "≥ 1,500", "met", "0.1", "better"],
      ["p50", "3.21", "ms", "≤ 3", "LOST", "2", "WORSE"],
      ["p99", "12,346", "ms", "≤ 30", "LOST", "9"],
    ]);
  });

  test("a run with a worse figure succeeds", () => {
    expect(regressions(rows).map(({ id }) => id)).toEqual(["sales.p50", "sales.p99"]);
  });

  test("a figure that its part did not measure leaves the table without notice", () => {
    expect(() => rowsOf(part, { rate: measured.rate }, baseline)).toThrow("sales.p50 was not measured.");
  });

  test("a small number is rounded to zero", () => {
    expect([0.0123, 0.207, 3.214, 25.84, 165.3, 13_459, 0].map(number)).toEqual([
      ...["0.012", "0.207", "3.21", "25.8", "165", "13,459", "0"],
    ]);
  });
});
