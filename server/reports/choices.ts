import { z } from "zod";
import { now } from "../kernel/clock";
import { PeriodChoice } from "../kernel/input";
import { dateHints, dayOf } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { PeopleChoices, peopleChoices } from "../offices";
import { pickedSites } from "../sites";
import { typesOfSite } from "../types";
import { firstDay } from "./first-day";
import { seenGeos } from "./geos";
import type { Filters } from "./source";

const Choice = z.object({ value: z.int(), label: z.string() });

/** What the criteria of a site report are chosen from; empty where a role has no such filter. */
export const Choices = PeopleChoices.extend({
  sites: z.array(Choice),
  types: z.array(Choice),
  geos: z.array(z.string()),
  hints: z.array(PeriodChoice),
  /** The day of the first click or sale. */
  first: z.string().optional(),
});

/** Links are those of the chosen site, agents those of the chosen office, suspended ones too (STAT-29, STAT-30, STAT-33). */
export async function choicesFor(actor: Actor, { siteId, companyId }: Filters): Promise<z.output<typeof Choices>> {
  const sites = await pickedSites(actor, "all");
  const types = siteId === undefined ? [] : await typesOfSite(siteId);
  return {
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
    types: types.map(({ id, typename }) => ({ value: id, label: typename })),
    ...(await peopleChoices(actor, companyId)),
    geos: await seenGeos(actor),
    hints: dateHints(dayOf(now())),
    first: await firstDay(actor),
  };
}
