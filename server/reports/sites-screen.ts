import { z } from "zod";
import { together } from "../kernel/database/statements";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Choices, choicesFor, formOf, readForm } from "./sites-form";
import { Flag } from "../kernel/operation/input";
import type { Actor } from "../kernel/operation/roles";
import { choiceKey, isOptional, leftOutColumns } from "./column-choice";
import { Column, columnsOf, emptyColumns, hidesEmpty } from "./columns";
import { comparisons } from "./comparison";
import { type Grouping, groupings, mainGroupings, readsSingles } from "./group-keys";
import { groupingsOf } from "./group-limits";
import type { SitesQuery } from "./query";
import { SitesAnswer } from "./sites-answer";
import { siteReport } from "./sites";
import { type Variant, variants } from "./variants";

const EMPTY = ["show", "hide"] as const;

const AppliedFilters = z.object({
  groupBy: z.enum(groupings),
  then: z.enum(groupings).optional(),
  compare: z.enum(comparisons).optional(),
  siteId: z.int().optional(),
  typeId: z.int().optional(),
  companyId: z.int().optional(),
  /** The form shows the username; links use the ID. */
  agent: z.string().optional(),
  agentId: z.int().optional(),
  geo: z.string().optional(),
  avp: z.int().optional(),
  start: z.string(),
  end: z.string(),
  sortField: z.string(),
  sortAsc: z.boolean(),
  page: z.int(),
  pageSize: z.int(),
  print: z.boolean(),
  /** Whether a print version of many sheets has those of the links, too. */
  links: z.boolean(),
  /** Set where the reader chose to see or to leave out empty columns. */
  empty: z.enum(EMPTY).optional(),
  /** The columns that the address leaves out, in place of the account's choice. */
  hide: z.string().optional(),
});

/** The form of a screen, with what only a screen needs. */
const ScreenForm = (variant: Variant) =>
  formOf(variant).safeExtend({
    empty: z.enum(EMPTY).optional().catch(undefined),
    links: Flag.default(false),
    /** False while a criterion is refused: the report would not be the requested one. */
    figures: Flag.default(true),
  });

/** A site report with the data of its form: the parsed criteria, their options and the columns. */
const screenOf = (variant: Variant) =>
  query({
    name: `reports.${variant.name}Screen`,
    does: variant.does,
    allow: atLeast(variant.least),
    mayLag: true,
    heavy: true,
    input: ScreenForm(variant),
    output: z.object({
      title: z.string(),
      /** The differences between the screens of the four reports. */
      variant: z.object({ avp: z.boolean(), payroll: z.boolean(), geo: z.boolean() }),
      /** Null while a criterion is refused. */
      report: SitesAnswer.nullable(),
      /** Amounts of the page that are rounded once; null if a needed rate is missing. */
      pageTotals: z.record(z.string(), z.number().nullable()),
      /** The columns to show. */
      columns: z.array(Column),
      /** The number of links' columns without figures, and whether they are left out. */
      empty: z.object({ count: z.int(), hidden: z.boolean() }),
      /** The number of columns that the account leaves out. */
      leftOut: z.int(),
      asked: AppliedFilters,
      chosen: z.object({
        site: z.string().optional(),
        type: z.string().optional(),
        office: z.string().optional(),
        agent: z.string().optional(),
      }),
      /** The grouping that opens when a row is selected; null for the last one. */
      next: z.enum(groupings).nullable(),
      groupings: z.array(z.enum(groupings)),
      choices: Choices,
    }),
    async run({ actor }, form) {
      const sitesQuery = await readForm(actor, variant, form);
      const [figures, choices] = await together(
        form.figures ? shownReport(actor, sitesQuery, form) : NO_REPORT,
        choicesFor(actor, sitesQuery),
      );
      const order = groupingsOf(actor);
      return {
        title: variant.title,
        variant,
        ...figures,
        asked: appliedFilters(sitesQuery, form),
        chosen: sitesQuery.chosen,
        next: nextGrouping(order, sitesQuery),
        groupings: order,
        choices,
      };
    },
  });

export const sitesScreen = screenOf(variants.sites);
export const sitesAvpScreen = screenOf(variants.sitesAvp);
export const payrollScreen = screenOf(variants.payroll);
export const payrollAvpScreen = screenOf(variants.payrollAvp);

/** The grouping that follows both of the report: of the specified ones in their order, of others the first. */
function nextGrouping(order: readonly Grouping[], { groupBy, then, keys }: SitesQuery): Grouping | null {
  if (readsSingles(keys)) return null;
  const main = order.filter((each) => (mainGroupings as readonly Grouping[]).includes(each));
  const last = Math.max(main.indexOf(groupBy), then ? main.indexOf(then) : -1);
  return main[last + 1] ?? null;
}

const NO_REPORT = { report: null, columns: [], pageTotals: {}, empty: { count: 0, hidden: false }, leftOut: 0 };

async function shownReport(actor: Actor, sitesQuery: SitesQuery, { empty: wanted, hide }: Shown) {
  const [{ answer, pageTotals }, out] = await together(
    siteReport(actor, sitesQuery),
    leftOutColumns(actor, sitesQuery.variant.path, hide),
  );
  const all = await columnsOf(actor, sitesQuery, answer);
  const columns = all.filter((column) => !out.has(choiceKey(column)));
  const empty = emptyColumns(columns, sitesQuery, answer);
  const hidden = empty.length > 0 && hidesEmpty(columns, wanted);
  return {
    ...{ report: answer, pageTotals, empty: { count: empty.length, hidden } },
    leftOut: all.filter((column) => out.has(choiceKey(column)) && !isOptional(column.key)).length,
    columns: hidden ? columns.filter((column) => !empty.includes(column)) : columns,
  };
}

type Shown = { print: boolean; links: boolean; empty?: (typeof EMPTY)[number]; hide?: string };

function appliedFilters(sitesQuery: SitesQuery, { print, links, empty, hide }: Shown): z.input<typeof AppliedFilters> {
  const { groupBy, then, compare, siteId, typeId, companyId, agentId, geo, tier, range, sort, limit, offset, chosen } =
    sitesQuery;
  return {
    ...{ groupBy, then, compare, siteId, typeId, companyId, agent: chosen.agent, agentId, geo, avp: tier, ...range },
    ...{ sortField: sort.field, sortAsc: sort.ascending, page: offset / limit + 1, pageSize: limit, print },
    ...{ links, empty, hide },
  };
}
