import { z } from "zod";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { Choices, choicesFor } from "./choices";
import { Column, columnsOf } from "./columns";
import { groupings, groupingsOf, type SitesQuery } from "./query";
import { SitesAnswer } from "./shape";
import { sitesReport } from "./sites";
import { readForm, SitesForm } from "./sites-form";

const Asked = z.object({
  groupBy: z.enum(groupings),
  siteId: z.int().optional(),
  typeId: z.int().optional(),
  companyId: z.int().optional(),
  /** The username, which the form shows, and the id, which links carry. */
  agent: z.string().optional(),
  agentId: z.int().optional(),
  geo: z.string().optional(),
  start: z.string(),
  end: z.string(),
  sortField: z.string(),
  sortAsc: z.boolean(),
  page: z.int(),
  pageSize: z.int(),
  print: z.boolean(),
});

/** The Sites report with what its form is made of: the criteria as understood, their choices, the columns. */
export const sitesScreen = query({
  name: "reports.sitesScreen",
  does: "read statistics of sites",
  allow: atLeast("agent"),
  input: SitesForm,
  output: z.object({
    report: SitesAnswer,
    columns: z.array(Column),
    asked: Asked,
    chosen: z.object({
      site: z.string().optional(),
      type: z.string().optional(),
      office: z.string().optional(),
      agent: z.string().optional(),
    }),
    /** The grouping that a click on a row leads to; null where there is none finer. */
    next: z.enum(groupings).nullable(),
    groupings: z.array(z.enum(groupings)),
    choices: Choices,
  }),
  async run({ actor }, form) {
    const asked = await readForm(actor, form);
    const report = await sitesReport(actor, asked);
    const order = groupingsOf(actor);
    return {
      report,
      columns: columnsOf(actor, asked, report),
      asked: answered(asked, form.print),
      chosen: asked.chosen,
      next: order[order.indexOf(asked.groupBy) + 1] ?? null,
      groupings: order,
      choices: await choicesFor(actor, asked),
    };
  },
});

function answered(asked: SitesQuery, print: boolean): z.input<typeof Asked> {
  const { groupBy, siteId, typeId, companyId, agentId, geo, range, sort, limit, offset, chosen } = asked;
  return {
    ...{ groupBy, siteId, typeId, companyId, agent: chosen.agent, agentId, geo, ...range },
    ...{ sortField: sort.field, sortAsc: sort.ascending, page: offset / limit + 1, pageSize: limit, print },
  };
}
