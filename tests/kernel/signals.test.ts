import { describe, expect, test } from "vitest";
import { History, type HourRow } from "../../server/signals/history";
import { destinations, domain, instant, siteVerdicts } from "../../server/signals/rules";
import { atLeast, atMost, median } from "../../server/signals/statistics";
import { evaluateHistories } from "../world/signal-simulation";

const WEEKS = 5 * 168;
const usual = { clicks: 20, uniques: 16, sales: 2, reversals: 0, postbacks: 2, refused: 0 };
type Figures = Partial<Omit<HourRow, "hour">>;

/** Five usual weeks, and then hours with other figures. */
const rowsOf = (hours: number, figures: Figures, from = 0): HourRow[] =>
  Array.from({ length: WEEKS + hours }, (_, hour) => ({ hour, ...usual, ...(hour >= WEEKS ? figures : {}) })).slice(
    from,
  );

const verdictsAfter = (hours: number, figures: Figures, rows = rowsOf(hours, figures)) => {
  const now = WEEKS + hours;
  const last = (name: "clicks" | "sales") => {
    const row = rows.findLast((one) => one[name] > 0);
    return row && row.hour + 1;
  };
  return siteVerdicts(History.of(rows, now), { clicks: last("clicks"), sales: last("sales") }, now);
};
const statesAfter = (hours: number, figures: Figures, rows?: HourRow[]) => {
  const { silent, refused, conversion, reversals } = verdictsAfter(hours, figures, rows);
  return [silent, refused, conversion, reversals].map(({ state }) => state);
};

const FINE = ["clear", "clear", "clear", "clear"];

test("usual hours are clear by all rules", () => expect(statesAfter(24, {})).toEqual(FINE));

test("silence is a fault once enough clicks were to come, and says since when", () => {
  expect(statesAfter(1, { clicks: 0, uniques: 0 })[0]).toBe("unclear");
  const { silent, measure } = verdictsAfter(2, { clicks: 0, uniques: 0 });
  expect([silent, measure]).toEqual([{ state: "fault", since: WEEKS, observed: 0, expected: 40 }, "clicks"]);
});

test("sales alone can be silent while clicks come", () => {
  const { silent, measure } = verdictsAfter(10, { sales: 0, postbacks: 0 });
  expect([silent.state, measure]).toEqual(["fault", "sales"]);
});

test("hours that nobody observed are neither silence nor part of the usual", () => {
  const rows = rowsOf(0, {}).filter(({ hour }) => hour < WEEKS - 6);
  expect(statesAfter(0, {}, rows)[0]).toBe("clear");
  const since = rowsOf(3, { clicks: 0 }).filter(({ hour }) => hour < WEEKS - 6 || hour >= WEEKS);
  expect(verdictsAfter(3, {}, since).silent).toMatchObject({ state: "fault", since: WEEKS - 6 });
  const unseen = rowsOf(2, { clicks: 0 }, WEEKS - 14 * 24);
  expect(statesAfter(2, {}, unseen)).toEqual(FINE);
});

test("an outage in one of the four weeks does not change what is usual", () => {
  const rows = rowsOf(2, { clicks: 0, uniques: 0 }).map((row) =>
    row.hour >= WEEKS - 336 - 12 && row.hour < WEEKS - 336 + 12 ? { ...row, clicks: 0, uniques: 0 } : row,
  );
  expect(verdictsAfter(2, {}, rows).silent).toMatchObject({ state: "fault", expected: 40 });
});

test("refused postbacks are compared with the share of the weeks before", () => {
  const refused = { sales: 1, postbacks: 2, refused: 1 };
  expect(statesAfter(12, refused)[1]).toBe("fault");
  const often = rowsOf(12, {}).map((row) => ({ ...row, ...refused }));
  expect(statesAfter(12, {}, often)[1]).toBe("clear");
});

test("a changed conversion is a fault in both directions, and none where silence or refusals explain it", () => {
  expect(statesAfter(24, { uniques: 64 })[2]).toBe("fault");
  expect(statesAfter(24, { sales: 6, postbacks: 6 })[2]).toBe("fault");
  expect(statesAfter(24, { uniques: 64, sales: 1, postbacks: 6, refused: 5 })[2]).toBe("unclear");
});

test("reversals are compared with the share of the weeks before", () => {
  expect(statesAfter(12, { reversals: 1, postbacks: 3 })[3]).toBe("fault");
  expect(statesAfter(3, { reversals: 1, postbacks: 3 })[3]).toBe("clear");
});

test("sales at once are compared with those of all other agents", () => {
  const state = (agent: [number, number], all: [number, number]) =>
    instant({ sales: agent[0], instant: agent[1] }, { sales: all[0], instant: all[1] }, 0).state;
  expect(state([20, 8], [500, 10])).toBe("fault");
  expect(state([20, 4], [500, 10])).toBe("unclear");
  expect(state([20, 1], [500, 10])).toBe("clear");
  expect(state([20, 8], [500, 200])).toBe("unclear");
});

test("a destination of one person is fine, and one failed check of a domain is not enough", () => {
  expect([...destinations([[4], [9, 7], []])]).toEqual([[7, [9, 7]]]);
  expect([0, 1, 2].map((failures) => domain({ failures, since: 0 }).state)).toEqual(["clear", "unclear", "fault"]);
});

describe("statistics", () => {
  test.each([
    [3, 5, 0.265026, 0.875348],
    [0, 2, 0.135335, 1],
    [30, 10, 1, 2.48e-7],
    [850, 1000, 1.1e-6, 1],
  ])("the tails of %i where %i are expected", (count, expected, low, high) => {
    expect(atMost(count, expected) / low).toBeCloseTo(1, 0);
    expect(atLeast(count, expected) / high).toBeCloseTo(1, 0);
  });

  test("the median of an even number is between the two in the middle", () => {
    expect([median([4, 1, 3, 2]), median([3, 1, 2]), median([])]).toEqual([2.5, 2, undefined]);
  });
});

test("in generated companies each planted fault opens its signal in time, and few open without one", () => {
  const { results, late, falseAlarmsPerWeek } = evaluateHistories(6);
  expect(late).toEqual([]);
  expect(falseAlarmsPerWeek).toBeLessThan(1);
  expect(results.every(({ planted, found }) => planted === found && planted > 0)).toBe(true);
});
