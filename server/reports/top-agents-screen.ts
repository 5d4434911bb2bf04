import { z } from "zod";
import { now } from "../kernel/periods/now";
import { PeriodChoice } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { dayOf, type Range, readRange, topAgentsHints } from "../kernel/periods";
import { atLeast } from "../kernel/operation/roles";
import { pickedSites } from "../sites";
import { firstDay } from "./first-day";
import { groupingOf, TopRow, topRows } from "./top-agents";
import { CUSTOM, TopForm, wantedSites } from "./top-agents-form";

/** Top Agents with the data of its form. */
export const topAgentsScreen = query({
  name: "reports.topAgentsScreen",
  does: "read the top agents",
  allow: atLeast("company"),
  mayLag: true,
  input: TopForm,
  output: z.object({
    rows: z.array(TopRow),
    groupBy: z.enum(["company", "agent"]),
    asked: z.object({
      ...{ start: z.string(), end: z.string() },
      siteId: z.union([z.int(), z.literal(CUSTOM)]).optional(),
      siteIds: z.array(z.int()),
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
    const { siteId, siteIds, print } = form;
    const range = readRange(form.start, form.end) as Range;
    const wanted = wantedSites(form);
    const sites = await pickedSites(actor, "all");
    return {
      rows: await topRows(actor, range, wanted),
      groupBy: groupingOf(range),
      asked: { ...range, siteId, siteIds: siteId === CUSTOM ? siteIds : [], print },
      wanted: [...wanted],
      chosen: sites.filter(({ id }) => wanted.includes(id)).map(({ sitename }) => sitename),
      choices: {
        sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
        hints: topAgentsHints(dayOf(now())),
        first: await firstDay(actor),
      },
    };
  },
});
