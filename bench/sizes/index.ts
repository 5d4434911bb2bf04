import { seedBench } from "../../seeders/bench";
import type { OwnDatabases } from "../own-database";
import type { Cell } from "./cell";
import { fillLogs } from "./fill-logs";
import { benchRollUp, CLICKS_PER_SECOND } from "./roll-up";
import { type LogCell, logCells } from "./logs";
import { type Ranges, rangesOfData } from "./ranges";
import { reportCells } from "./reports";
import { RAW_CAP_MS } from "./timing";

/** Three whole years, and today, which is not over. */
export const DAYS = 1_096;
const BOUNDS: Partial<Record<keyof Ranges, number>> = { year: 150, "3 years": 400 };
const FIRST_PAGE_MS = 200;
const DEEP_PAGE_MS = 50;
/** The size for which the bounds were given. */
const BOUNDED_CLICKS = 10_000_000;
const GROWTH = 1.3;

type CheckBound = (verdict: boolean, bound: string) => string;

/**
 * Every report and every log over three years of data, at each size in turn. With two sizes it also shows the growth.
 * Kept databases are filled once and stay for the next run.
 */
export async function benchSizes(
  databases: OwnDatabases,
  { sizes, keep, checkBound }: { sizes: readonly number[]; keep: boolean; checkBound: CheckBound },
): Promise<void> {
  const measured: { clicks: number; reports: Cell[] }[] = [];
  for (const clicks of sizes) {
    const fill = async () => {
      await seedBench({ clicks, days: DAYS });
      await fillLogs(clicks, DAYS);
    };
    if (keep) await databases.enterKept(String(clicks), fill);
    else {
      await databases.enter(String(clicks));
      await fill();
    }
    const title = `${clicks.toLocaleString("en-US")} clicks in three years`;
    const ranges = await rangesOfData();
    console.log(`\nEvery report over ${title}`);
    const reports = await reportCells(ranges, { raw: true });
    showReports(reports, clicks === BOUNDED_CLICKS ? checkBound : undefined);
    console.log(`\nEvery log over ${title}, fifty rows a page, milliseconds`);
    showLogs(await logCells(ranges["3 years"]), clicks === BOUNDED_CLICKS ? checkBound : undefined);
    console.log(`\nFolding at ${title}`);
    const { deltas, perSecond, floorPerSecond } = await benchRollUp();
    const rates = { "per second": round(perSecond), "to floor": tenths(perSecond / floorPerSecond) };
    console.table([{ deltas, ...rates, "to 10,000 clicks a second": tenths(perSecond / CLICKS_PER_SECOND) }]);
    console.log(`keeps up with 10,000 a second: ${checkBound(perSecond >= CLICKS_PER_SECOND, "rolls up 10,000/s")}`);
    measured.push({ clicks, reports });
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (small && large && small !== large) showGrowth(small, large, checkBound);
}

const nameOf = ({ report, grouping }: Cell) => (grouping === undefined ? report : `${report}, ${grouping}`);
const tenths = (value: number) => Number(value.toFixed(1));
const round = (value: number) => Math.round(value);
const rawText = (raw: number | undefined) => (raw === undefined ? `over ${RAW_CAP_MS / 1_000} s` : String(round(raw)));

function showReports(cells: readonly Cell[], checkBound?: CheckBound): void {
  console.table(
    cells.map(({ report, grouping, range, rows, median, p95, floor, raw }) => ({
      ...{ report, grouping, range, groups: rows, "median ms": tenths(median), "p95 ms": tenths(p95) },
      ...{ "floor ms": tenths(floor), ratio: tenths(median / floor), "from rows ms": rawText(raw) },
    })),
  );
  for (const [range, max] of Object.entries(BOUNDS)) {
    const slow = cells.filter((cell) => cell.range === range && cell.median >= max);
    const verdict = checkBound?.(slow.length === 0, `reports of ${range} ${max} ms`) ?? "not bounded at this size";
    const slowNames = slow.map((cell) => `${nameOf(cell)} ${round(cell.median)}`).join("; ");
    console.log(`every report of ${range} under ${max} ms: ${verdict}${slowNames ? ` (over: ${slowNames})` : ""}`);
  }
}

function showLogs(cells: readonly LogCell[], checkBound?: CheckBound): void {
  console.table(
    cells.map(({ log, filter, total, first, floor, raw, next, deepest, deep, start }) => ({
      ...{ log, filter, total, first: tenths(first.median), "its p95": tenths(first.p95) },
      ...{ floor: tenths(floor), ratio: tenths(first.median / floor), "from rows": rawText(raw) },
      ...{
        next: next && tenths(next.median),
        page: deepest,
        "that page": tenths(deep.median),
        "its p95 ": tenths(deep.p95),
      },
      "export begins": tenths(start.median),
    })),
  );
  const printBound = (what: string, max: number, ms: (cell: LogCell) => number) => {
    const slow = cells.filter((cell) => ms(cell) >= max);
    const verdict = checkBound?.(slow.length === 0, `${what} of logs ${max} ms`) ?? "not bounded at this size";
    const slowNames = slow.map((cell) => `${cell.log} by ${cell.filter} ${round(ms(cell))}`).join("; ");
    console.log(`${what} of every log under ${max} ms: ${verdict}${slowNames ? ` (over: ${slowNames})` : ""}`);
  };
  printBound("first page", FIRST_PAGE_MS, ({ first }) => first.median);
  printBound("page 100,000, or the last", DEEP_PAGE_MS, ({ deep }) => deep.median);
}

type Measured = { clicks: number; reports: Cell[] };

/** Growth of a report's time over more clicks, and of its floor's. */
function showGrowth(small: Measured, large: Measured, checkBound: CheckBound): void {
  console.log(
    `\nGrowth from ${small.clicks.toLocaleString("en-US")} to ${large.clicks.toLocaleString("en-US")} clicks`,
  );
  const grown = large.reports.flatMap((cell) => {
    const { range, rows, median, floor } = cell;
    const report = nameOf(cell);
    const before = small.reports.find((other) => nameOf(other) === report && other.range === range);
    if (!before) return [];
    const [times, groups] = [tenths(median / before.median), `${before.rows} → ${rows}`];
    return [
      {
        report,
        range,
        groups,
        ms: `${tenths(before.median)} → ${tenths(median)}`,
        times,
        "floor's": tenths(floor / before.floor),
      },
    ];
  });
  console.table(grown);
  const over = grown.filter(({ times }) => times >= GROWTH);
  const verdict = checkBound(over.length === 0, `growth ${GROWTH}`);
  console.log(`no report grows by ${GROWTH}: ${verdict} (${over.length} of ${grown.length} do)`);
}
