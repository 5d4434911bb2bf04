import type { Cell } from "../sizes/cell";
import { rangesOfData, type Ranges } from "../sizes/ranges";
import { reportCells } from "../sizes/reports";
import type { FigureSpec, Rounds } from "../table/figure";
import { part } from "./part";

/** In the process of the benchmark, without HTTP and page. */
const SLOWEST = "Reports, the slowest grouping, from request to answer";
const PLAIN = "the slowest of the same groupings by plain SQL on the roll-up by day";

type Range = keyof Ranges;
type Row = { report: string; ranges: Range[]; ms: number };

const OF_DEMO: Row[] = [
  { report: "Sites", ranges: ["1 day", "half-month", "year"], ms: 40 },
  { report: "Sites AVP", ranges: ["half-month"], ms: 60 },
  { report: "Payroll", ranges: ["1 day", "half-month", "year"], ms: 60 },
  { report: "Payroll AVP", ranges: ["half-month"], ms: 60 },
  { report: "Top Agents", ranges: ["half-month", "year"], ms: 60 },
  { report: "Office Performance", ranges: ["half-month", "year"], ms: 60 },
  { report: "Charts by day", ranges: ["half-month"], ms: 60 },
  { report: "Charts by month", ranges: ["year"], ms: 60 },
];

/** Every report over the demo company (253 agents, 500,000 clicks). */
export const reports = part({
  name: "reports",
  title: `${SLOWEST}, demo company`,
  data: "demo",
  floor: PLAIN,
  async measure() {
    const { "1 day": day, "half-month": half, year } = await rangesOfData();
    const cells = await reportCells({ "1 day": day, "half-month": half, year }, { floorByDay: true });
    return slowestOf(OF_DEMO, cells);
  },
  figures: OF_DEMO.flatMap(({ report, ranges, ms }) =>
    ranges.map((range): FigureSpec => ({
      ...{ key: keyOf(report, range), name: `${report}, ${range}`, unit: "ms" },
      ...{ goal: { atMost: ms }, tolerance: 0.25 },
    })),
  ),
});

const WITH_COUNTRY: Row[] = ["Sites", "Sites with country"].map((report) => ({
  ...{ report, ranges: ["1 day", "half-month"], ms: 25 },
}));

/** Short ranges of a company with many rows in its roll-ups, of all countries and of one. */
export const countries = part({
  name: "countries",
  title: `${SLOWEST}, a million clicks in three years`,
  data: "sizes",
  floor: PLAIN,
  async measure() {
    const { "1 day": day, "half-month": half } = await rangesOfData();
    const cells = await reportCells({ "1 day": day, "half-month": half }, { floorByDay: true, only: "Sites" });
    return { ...slowestOf(WITH_COUNTRY, cells), ...largestRatios(WITH_COUNTRY, cells) };
  },
  figures: WITH_COUNTRY.flatMap(({ report, ranges, ms }) =>
    ranges.flatMap((range): FigureSpec[] => [
      {
        ...{ key: keyOf(report, range), name: `${report}, ${range}`, unit: "ms" },
        ...{ goal: { atMost: ms }, tolerance: 0.25 },
      },
      {
        ...{ key: `${keyOf(report, range)} ratio`, name: "largest ratio of a grouping to its floor", unit: "×" },
        ...{ goal: { atMost: 3 }, tolerance: 0.3 },
      },
    ]),
  ),
});

function keyOf(report: string, range: Range): string {
  return `${report}, ${range}`;
}

const cellsOf = (cells: readonly Cell[], report: string, range: Range): Cell[] => {
  const some = cells.filter((cell) => cell.report === report && cell.range === range);
  if (some.length === 0) throw new Error(`${report} of ${range} was not measured.`);
  return some;
};

function slowestOf(rows: readonly Row[], cells: readonly Cell[]): Record<string, Rounds> {
  const entries = rows.flatMap(({ report, ranges }) =>
    ranges.map((range) => {
      const some = cellsOf(cells, report, range);
      const values = [Math.max(...some.map(({ median }) => median))];
      return [keyOf(report, range), { values, floors: [Math.max(...some.map(({ floor }) => floor))] }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

function largestRatios(rows: readonly Row[], cells: readonly Cell[]): Record<string, Rounds> {
  const entries = rows.flatMap(({ report, ranges }) =>
    ranges.map((range) => {
      const ratios = cellsOf(cells, report, range).map(({ median, floor }) => median / floor);
      return [`${keyOf(report, range)} ratio`, { values: [Math.max(...ratios)] }] as const;
    }),
  );
  return Object.fromEntries(entries);
}
