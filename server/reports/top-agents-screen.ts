import { z } from "zod";
import { abilities, scopeNames } from "../accounts";
import { readTransaction } from "../kernel/database/transactions";
import { Flag, Id, PeriodChoice } from "../kernel/operation/input";
import { query, stream } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { type Range, readRange, topAgentsHints } from "../trade/periods";
import { now } from "../kernel/time/now";
import { csvFileName } from "../kernel/text/file-name";
import { listSiteOptions } from "../sites";
import type { Column } from "./columns";
import { csvOf } from "./csv";
import { firstDay } from "./first-day";
import { chosenGrouping, Grouping } from "./grouping-choice";
import { DayField, ranged } from "./query";
import { groupingOf, TopRow, topRows } from "./top-agents";

/** Replaces a site ID to select the ticked sites. */
const CUSTOM = "custom";
const MOST_SITES = 500;

/** The criteria of Top Agents as its screen's form sends them. */
const TopForm = ranged(
  z.object({
    start: DayField,
    end: DayField,
    siteId: z.union([Id, z.literal(CUSTOM)], "Please choose one from the list.").optional(),
    siteIds: z.array(Id).max(MOST_SITES).default([]),
    groupBy: Grouping.optional(),
    print: Flag.default(false),
  }),
);
type TopForm = z.output<typeof TopForm>;

/** The IDs of the requested sites; empty means all. Ticked sites count only while Custom is chosen. */
const chosenSiteIds = ({ siteId, siteIds }: Pick<TopForm, "siteId" | "siteIds">): number[] =>
  siteId === CUSTOM ? siteIds : siteId === undefined ? [] : [siteId];

const chosenSites = async (actor: Actor, ids: readonly number[]): Promise<string[]> =>
  (await listSiteOptions(actor, "all")).filter(({ id }) => ids.includes(id)).map(({ sitename }) => sitename);

/** The grouping of the form, else the one that the account chose, else that of the length of the range. */
const groupingFor = async (actor: Actor, { groupBy }: TopForm, range: Range): Promise<Grouping> =>
  groupBy ?? (await chosenGrouping(actor, "top-agents")) ?? groupingOf(range);

/** Top Agents as CSV, with the screen's columns. The number of a row is its rank. */
export const topAgentsExport = stream({
  name: "reports.topAgentsExport",
  does: "export the top agents",
  allow: atLeast("company"),
  type: "EXPORT",
  mayLag: true,
  heavy: true,
  input: TopForm,
  async *run({ actor, saveAs }, form) {
    const range = readRange(form.start, form.end) as Range;
    const siteIds = chosenSiteIds(form);
    const { groupBy, rows, sites } = await readTransaction(async () => {
      const groupBy = await groupingFor(actor, form, range);
      return {
        groupBy,
        rows: await topRows(actor, groupBy, range, siteIds),
        sites: await chosenSites(actor, siteIds),
      };
    });
    const site = sites.length === 1 ? sites[0] : sites.length > 1 ? `${sites.length} sites` : undefined;
    saveAs(csvFileName("top-agents", ...scopeNames(actor, { site }), range.start, range.end));
    const file = csvOf(columnsOf(actor, groupBy));
    yield file.head();
    yield file.rows(rows);
    yield file.total("Total", { sales: rows.reduce((sum, { sales }) => sum + sales, 0) });
  },
});

const office: Column = { key: "office", label: "Office", kind: "text" };
const sales: Column = { key: "sales", label: "Sales", kind: "count", total: "sales" };

function columnsOf(actor: Actor, groupBy: Grouping): Column[] {
  if (groupBy === "company") return [office, sales];
  return [
    ...(abilities(actor).groupByOffice ? [office] : []),
    { key: "agent", label: "Agent", kind: "text" },
    { key: "agentName", label: "Name", kind: "text" },
    sales,
  ];
}

/** Top Agents with the data of its form. */
export const topAgentsScreen = query({
  name: "reports.topAgentsScreen",
  does: "read the top agents",
  allow: atLeast("company"),
  mayLag: true,
  heavy: true,
  input: TopForm,
  output: z.object({
    rows: z.array(TopRow),
    groupBy: Grouping,
    /** The grouping unless the account chose one. */
    usual: Grouping,
    asked: z.object({
      ...{ start: z.string(), end: z.string() },
      siteId: z.union([z.int(), z.literal(CUSTOM)]).optional(),
      siteIds: z.array(z.int()),
      /** Absent if the account's choice or the length of the range decides. */
      groupBy: Grouping.optional(),
      print: z.boolean(),
    }),
    /** The chosen sites by ID and by name; empty means all. */
    wanted: z.array(z.int()),
    chosen: z.array(z.string()),
    choices: z.object({
      sites: z.array(z.object({ value: z.int(), label: z.string() })),
      hints: z.array(PeriodChoice),
      first: z.string().optional(),
    }),
  }),
  async run({ actor }, form) {
    const { siteId, siteIds, groupBy, print } = form;
    const range = readRange(form.start, form.end) as Range;
    const grouping = await groupingFor(actor, form, range);
    const chosenIds = chosenSiteIds(form);
    const sites = await listSiteOptions(actor, "all");
    return {
      rows: await topRows(actor, grouping, range, chosenIds),
      groupBy: grouping,
      usual: groupingOf(range),
      asked: { ...range, siteId, siteIds: siteId === CUSTOM ? siteIds : [], groupBy, print },
      wanted: [...chosenIds],
      chosen: sites.filter(({ id }) => chosenIds.includes(id)).map(({ sitename }) => sitename),
      choices: {
        sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
        hints: topAgentsHints(dayOf(now())),
        first: await firstDay(actor),
      },
    };
  },
});
