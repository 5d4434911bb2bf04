import { perform } from "../../server/kernel/operation/perform";
import { isHalfMonth, type Range } from "../../server/trade/periods";
import { system } from "../../server/kernel/operation/roles";
import { payroll, payrollAvp, sites, sitesAvp } from "../../server/reports";
import { type Cell, from } from "./cell";
import { rankingCells } from "./rankings";
import type { Ranges } from "./ranges";
import { keys, rawRows, rollUpFloor, type SumQuery } from "./report-floors";
import { measureWithFloor, floorOf, measureRaw, type Timing } from "./timing";

/** A country with many clicks. */
const GEO = "US";

const reports = [
  { report: "Sites", call: sites, avp: false, paid: false, geo: true },
  { report: "Sites AVP", call: sitesAvp, avp: true, paid: false, geo: false },
  { report: "Payroll", call: payroll, avp: false, paid: true, geo: false },
  { report: "Payroll AVP", call: payrollAvp, avp: true, paid: true, geo: false },
];

type Options = {
  /** Also measures the same straight from the rows. */
  raw?: boolean;
  /** The floor reads the roll-up by day, even where a report reads the one by half-month. */
  floorByDay?: boolean;
  /** The only report to measure. */
  only?: string;
};

/** Every report, grouping and range, with and without a country if the report supports it. */
export async function reportCells(
  ranges: Partial<Ranges>,
  { raw: fromRows = false, floorByDay = false, only }: Options = {},
): Promise<Cell[]> {
  const cells: Cell[] = [];
  const cutOff = new Set<string>();
  for (const { report, call, avp, paid, geo } of reports.filter((one) => only === undefined || one.report === only)) {
    for (const groupBy of Object.keys(keys) as SumQuery["groupBy"][]) {
      for (const [name, range] of Object.entries(ranges) as [keyof Ranges, Range][]) {
        // A report of AVP sites covers exactly one payout period.
        if (avp && !isHalfMonth(range)) continue;
        for (const country of geo ? [undefined, GEO] : [undefined]) {
          const sumQuery = { groupBy, range, geo: country, avp, paid, byDay: floorByDay };
          const named = { report: country ? `${report} with country` : report, grouping: groupBy, range: name };
          // If a shorter range was cut off, a longer one would be, too.
          const longer = `${named.report} ${groupBy}`;
          const raw = fromRows && !cutOff.has(longer) ? await measureRaw(rawRows(sumQuery)) : undefined;
          if (raw === undefined) cutOff.add(longer);
          cells.push({ ...named, ...(await measure(call, sumQuery)), raw });
        }
      }
    }
  }
  return only === undefined ? [...cells, ...(await rankingCells(ranges, fromRows))] : cells;
}

async function measure(call: typeof sites, sumQuery: SumQuery): Promise<Timing & { rows: number; floor: number }> {
  const { groupBy, range, geo } = sumQuery;
  const ask = () => perform(call, system, { groupBy, ...range, ...(geo ? { geo } : {}) }, from);
  const { page } = await ask();
  return { rows: page.total, ...(await measureWithFloor(ask, floorOf(rollUpFloor(sumQuery)))) };
}
