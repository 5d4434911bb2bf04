import { readTransaction } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import type { Operation, StreamOperation } from "../../server/kernel/operation/operation";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import * as reports from "../../server/reports";
import { firstDay } from "../../server/reports/first-day";
import { mainGroupings } from "../../server/reports/group-keys";
import { type Variant, variants } from "../../server/reports/variants";
import { ask, textOf } from "./ask";

/**
 * A heading of a file in docs/sql with the operations that send its SQL. The statements of the first one are printed;
 * the others are screens and exports of the same report, which must not send anything that no section prints.
 */
export type Section = { heading: string; asks: [Ask, ...Ask[]] };
type Ask = { operation?: ReportOperation; run: () => Promise<unknown> };
type ReportOperation = Extract<(typeof reports)[keyof typeof reports], { kind: string }>;

/** The moment at which every operation runs: the dashboard and default periods depend on it. */
const NOON = "2026-04-20T16:00:00Z";
/** Single days at both ends, whole half-months between them. */
const RANGE = { start: "2026-02-10", end: "2026-04-20" };
const HALF = { start: "2026-03-01", end: "2026-03-15" };
/** The first link, office and agent of an empty database. */
export const LINK = 1;
const OFFICE = 1;
export const AGENT = 1;
const WEEK = { start: "2026-03-02", end: "2026-03-08" };

const agent: Actor = {
  ...{ ...system, permissions: [], earningVisible: false },
  ...{ role: levels.agent, companyId: 1, agentId: 1 },
};
const manager: Actor = { ...agent, role: levels.company, agentId: null };

const asked = (operation: ReportOperation, input: Record<string, unknown> = {}, actor = system): Ask => ({
  operation,
  run: () =>
    withFixedTime(NOON, (): Promise<unknown> =>
      operation.kind === "stream"
        ? textOf(operation as StreamOperation<never, string>, actor, input)
        : ask(operation as Operation, actor, input),
    ),
});

type Operations = readonly [ReportOperation, ...ReportOperation[]];
const asks = ([first, ...others]: Operations, input: Record<string, unknown>, actor = system): Section["asks"] => [
  asked(first, input, actor),
  ...others.map((operation) => asked(operation, input, actor)),
];

/** By office the statement is shortest; the others are printed by their differences. */
const OFFICES_FIRST = [...mainGroupings].sort((a, b) => Number(b === "company") - Number(a === "company"));
const words = { date: "date", agent: "agent", company: "office", detail: "day and agent" };

/** A site report by each grouping; by date also for a manager, whose clicks come from another table. */
function ofSites(variant: Variant, operations: Operations): Section[] {
  const of = (groupBy: string, actor: Actor) => asks(operations, { groupBy, ...HALF }, actor);
  return [
    ...OFFICES_FIRST.map((groupBy) => ({
      heading: `${variant.title} by ${words[groupBy]}`,
      asks: of(groupBy, system),
    })),
    ...(variant === variants.sites
      ? [
          {
            heading: "Sites by office, a range with parts of half-months",
            asks: asks(operations, { groupBy: "company", ...RANGE }),
          },
        ]
      : []),
    ...(variant.least === "agent"
      ? [{ heading: `${variant.title} by date, one office`, asks: of("date", manager) }]
      : []),
  ];
}

const top = (heading: string, range: typeof RANGE): Section => ({
  heading,
  asks: asks([reports.top10, reports.top10Computed, reports.topAgentsScreen, reports.topAgentsExport], range),
});

const charts = (unit: string, range: typeof RANGE): Section => ({
  heading: `Office charts by ${unit}`,
  asks: asks([reports.officeCharts, reports.officeChartsScreen], { period: `${range.start},${range.end},${unit}` }),
});

const behind = (what: string, measure: string, more: Record<string, unknown> = {}): Section => {
  const input = { report: "sites-payout", measure, groupBy: "agent", rowAgentId: 1, ...HALF, ...more };
  return {
    heading: `Rows behind ${what}`,
    asks: asks([reports.explain, reports.explainScreen, reports.explainExport], input),
  };
};

const performed = { one: "2026-02-16,2026-02-28,beWeek", two: "2026-03-01,2026-03-15,beWeek" };
const compared = { start1: "2026-02-16", end1: "2026-02-28", start2: HALF.start, end2: HALF.end };

const SITES: Operations = [reports.sites, reports.sitesScreen, reports.sitesExport];
/** The running half-month and the one before, in which single clicks are read. */
const RECENT = { start: "2026-04-01", end: "2026-04-15" };
/** Groupings that other tables, or single clicks and sales, are read for; and a comparison until a time of day. */
const builtSites: Section[] = [
  { heading: "Sites by type", asks: asks(SITES, { groupBy: "type", ...HALF }) },
  { heading: "Sites by country, then office", asks: asks(SITES, { groupBy: "country", then: "company", ...HALF }) },
  { heading: "Sites by sub ID of an agent", asks: asks(SITES, { groupBy: "sub1", agentId: AGENT, ...HALF }) },
  { heading: "Sites by hour, then device", asks: asks(SITES, { groupBy: "hour", then: "device", ...RECENT }) },
  {
    heading: "Sites by office, compared",
    asks: asks(SITES, { groupBy: "company", compare: "previous", start: "2026-04-16", end: "2026-04-30" }),
  },
];

export const files: Record<string, Section[]> = {
  sites: [...ofSites(variants.sites, SITES), ...builtSites],
  "sites-avp": ofSites(variants.sitesAvp, [reports.sitesAvp, reports.sitesAvpScreen, reports.sitesAvpExport]),
  payroll: ofSites(variants.payroll, [reports.payroll, reports.payrollScreen, reports.payrollExport]),
  "payroll-avp": ofSites(variants.payrollAvp, [reports.payrollAvp, reports.payrollAvpScreen, reports.payrollAvpExport]),
  "top-agents": [top("Top agents, up to a week by agent", WEEK), top("Top agents, longer ranges by office", RANGE)],
  "office-performance": [
    {
      heading: "Office performance",
      asks: [
        asked(reports.periods, { period1: performed.one, period2: performed.two }),
        ...[reports.performanceScreen, reports.performanceExport].map((operation) => asked(operation, compared)),
      ],
    },
  ],
  "office-charts": [charts("day", WEEK), charts("month", RANGE)],
  dashboard: [
    {
      heading: "Dashboard of an agent",
      asks: [asked(reports.dashboard, {}, agent), asked(reports.homeScreen, {}, agent), asked(reports.homeScreen)],
    },
    { heading: "Figures of Home, an agent", asks: [asked(reports.dashboardFigures, {}, agent)] },
    { heading: "Figures of Home, an office", asks: [asked(reports.dashboardFigures, {}, manager)] },
    { heading: "Figures of Home, the network", asks: [asked(reports.dashboardFigures)] },
    { heading: "Best-selling links of an agent", asks: [asked(reports.bestLinks, {}, agent)] },
    { heading: "Agents of an office that stopped selling", asks: [asked(reports.agentsToWatch, {}, manager)] },
    { heading: "AVP progress of an agent", asks: [asked(reports.avpProgress, {}, agent)] },
  ],
  figures: [
    { heading: "Figures of one agent", asks: [asked(reports.agentFigures, { id: AGENT })] },
    { heading: "Figures of one office", asks: [asked(reports.officeFigures, { id: OFFICE })] },
  ],
  explain: [
    behind("raws", "raws"),
    behind("points of the period before", "lppPrev"),
    behind("dollars", "payoutDollars"),
    behind("an agent's AVP sales", "agent_avp_sales_count", { report: "sites-payout-avp" }),
    {
      heading: "One row of Sites by date",
      asks: [asked(reports.rowScreen, { groupBy: "date", ...HALF, rowDate: "2026-03-05" })],
    },
  ],
  "what-if": [
    {
      heading: "A link at other prices",
      asks: asks([reports.linkWhatIf, reports.linkWhatIfExport], {
        ...{ id: LINK, payout: 600 },
        feeGeos: [{ geo: "US", payout: 700 }],
        offices: [{ companyId: 1, payout: 650 }],
      }),
    },
    {
      heading: "AVP sites at other tiers",
      asks: asks([reports.tiersWhatIf, reports.tiersWhatIfExport], {
        tiers: [
          { from: 0, payoutPhp: 100 },
          { from: 10, payoutPhp: 150 },
        ],
      }),
    },
  ],
  choices: [
    { heading: "Countries", asks: [asked(reports.geos)] },
    { heading: "Countries of an office", asks: [asked(reports.geos, {}, manager)] },
    { heading: "First day with figures", asks: [{ run: () => readTransaction(() => firstDay(system)) }] },
    { heading: "First day with figures of an office", asks: [{ run: () => readTransaction(() => firstDay(manager)) }] },
  ],
};
