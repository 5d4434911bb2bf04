import { addDays, dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import type { DemoAccount } from "./screens";

/**
 * Every print version, opened on the demo company. A new print version needs a row here: its title, zone, criteria,
 * tables and totals are taken from the page and searched for on paper.
 */
export type Printed = {
  name: string;
  path: string;
  as: DemoAccount;
  /** Criteria that the line of criteria must name. */
  criteria: readonly string[];
  /** The total rows of each table. */
  totals: readonly string[];
  /** The total rows of the first table, where it has others than the tables below it. */
  first?: readonly string[];
  /** Total rows that the demo company has only on some days of a month. */
  sometimes?: readonly string[];
  /** Minimum number of sheets: the head is repeated only if there are several. */
  sheets: number;
};

const today = dayOf(Date.now());
const half = previous(periodOf(today, "beWeek"), "beWeek");
const range = (start: string, end: string) => `start=${start}&end=${end}`;
const siteTotals = ["Page Total", "Overall Total", "Unique to Sale Ratio"];

export const printed: readonly Printed[] = [
  {
    name: "Sites by date, with the columns of all links",
    path: `/app/stats/sites?groupBy=date&${range(addDays(today, -50), today)}`,
    as: "super",
    criteria: ["Group by: Date", `Period: ${addDays(today, -50)} ~ ${today}`],
    totals: siteTotals,
    sheets: 2,
  },
  {
    name: "Sites by agent",
    path: `/app/stats/sites?groupBy=agent&siteId=1&${range(addDays(today, -90), today)}`,
    as: "admin",
    criteria: ["Group by: Agent", "Site: "],
    totals: siteTotals,
    sheets: 2,
  },
  {
    name: "Payroll by date, two columns for each link",
    path: `/app/stats/sites-payout?groupBy=date&${range(addDays(today, -9), today)}`,
    as: "super",
    criteria: ["Group by: Date", `Period: ${addDays(today, -9)} ~ ${today}`],
    totals: siteTotals,
    sheets: 1,
  },
  {
    name: "Payroll of as many days as fill two sheets",
    path: `/app/stats/sites-payout?groupBy=date&${range(addDays(today, -40), today)}`,
    as: "super",
    criteria: ["Group by: Date"],
    totals: siteTotals,
    sheets: 2,
  },
  {
    name: "Sites AVP by agent",
    path: `/app/stats/sites-avp?groupBy=agent&${range(half.start, half.end)}`,
    as: "super",
    criteria: ["Group by: Agent", half.start],
    totals: siteTotals,
    sheets: 1,
  },
  {
    name: "Payroll AVP by office",
    path: `/app/stats/sites-payout-avp?groupBy=company&${range(half.start, half.end)}`,
    as: "admin",
    criteria: ["Group by: Office", half.start],
    totals: siteTotals,
    sheets: 1,
  },
  {
    name: "Top Agents of a week",
    path: `/app/stats/top-agents?${range(addDays(today, -6), today)}`,
    as: "admin",
    criteria: ["Group by: Agent", `Period: ${addDays(today, -6)} ~ ${today}`],
    totals: ["Total"],
    sheets: 1,
  },
  {
    name: "Office Performance",
    path: "/app/stats/office-performance",
    as: "admin",
    criteria: ["Period 1: ", `Period 2: ${half.start} ~ ${half.end}`],
    totals: ["Total"],
    sheets: 1,
  },
  {
    name: "Office Performance Charts",
    path: "/app/stats/office-performance-chart",
    as: "admin",
    criteria: [`Period: ${today.slice(0, 4)}-01-01 ~ ${today.slice(0, 4)}-12-31`, "Points: Monthly"],
    totals: ["Total"],
    sheets: 4,
  },
  {
    name: "The rows behind a figure",
    path: `/app/stats/explain?report=sites&groupBy=date&${range(half.start, half.end)}&of=~~~sales`,
    as: "admin",
    criteria: ["Sites: Sales", `Period: ${half.start} ~ ${half.end}`],
    totals: ["Overall Total"],
    sheets: 2,
  },
  {
    name: "The figures of a row",
    path: `/app/stats/figures?report=sites&groupBy=date&${range(half.start, half.end)}&of=~~~`,
    as: "admin",
    criteria: ["Report: Sites", `Period: ${half.start} ~ ${half.end}`],
    totals: [],
    sheets: 1,
  },
  {
    name: "Statement of an office",
    path: `/app/stats/statements/${payPeriodId(half.start)}?companyId=1`,
    as: "admin",
    criteria: ["Office", `Pay period ${half.start} ~ ${half.end}`, "State"],
    first: ["Total"],
    totals: ["Sales and bonuses", "Total"],
    sometimes: ["Other lines", "Corrections"],
    sheets: 2,
  },
];
