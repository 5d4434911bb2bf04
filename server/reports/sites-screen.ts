import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Choices, choicesFor, formOf, readForm } from "./sites-form";
import { Column, columnsOf } from "./columns";
import { groupings, groupingsOf, type SitesQuery } from "./query";
import { SitesAnswer } from "./shape";
import { siteReport } from "./sites";
import { type Variant, variants } from "./variants";

const AppliedFilters = z.object({
  groupBy: z.enum(groupings),
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
});

/** A site report with the data of its form: the parsed criteria, their options and the columns. */
const screenOf = (variant: Variant) =>
  query({
    name: `reports.${variant.name}Screen`,
    does: variant.does,
    allow: atLeast(variant.least),
    mayLag: true,
    input: formOf(variant),
    output: z.object({
      title: z.string(),
      /** The differences between the screens of the four reports. */
      variant: z.object({ avp: z.boolean(), payroll: z.boolean(), geo: z.boolean() }),
      report: SitesAnswer,
      /** Payroll only; null if a needed rate is missing. */
      pageDollars: z.number().nullable().optional(),
      columns: z.array(Column),
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
      const { answer, pageDollars } = await siteReport(actor, sitesQuery);
      const order = groupingsOf(actor);
      return {
        title: variant.title,
        variant,
        report: answer,
        pageDollars,
        columns: columnsOf(actor, sitesQuery, answer),
        asked: appliedFilters(sitesQuery, form.print),
        chosen: sitesQuery.chosen,
        next: order[order.indexOf(sitesQuery.groupBy) + 1] ?? null,
        groupings: order,
        choices: await choicesFor(actor, sitesQuery),
      };
    },
  });

export const sitesScreen = screenOf(variants.sites);
export const sitesAvpScreen = screenOf(variants.sitesAvp);
export const payrollScreen = screenOf(variants.payroll);
export const payrollAvpScreen = screenOf(variants.payrollAvp);

function appliedFilters(sitesQuery: SitesQuery, print: boolean): z.input<typeof AppliedFilters> {
  const { groupBy, siteId, typeId, companyId, agentId, geo, tier, range, sort, limit, offset, chosen } = sitesQuery;
  return {
    ...{ groupBy, siteId, typeId, companyId, agent: chosen.agent, agentId, geo, avp: tier, ...range },
    ...{ sortField: sort.field, sortAsc: sort.ascending, page: offset / limit + 1, pageSize: limit, print },
  };
}
