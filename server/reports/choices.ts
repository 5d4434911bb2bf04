import { z } from "zod";
import { now } from "../kernel/periods/now";
import { PeriodChoice } from "../kernel/operation/input";
import { dateHints, dayOf, type Hint, payoutHints, type Range, sameRange } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { PeopleChoices, peopleChoices } from "../offices";
import { pickedSites } from "../sites";
import { AvpPeriod, typesOfSite } from "../types";
import { firstDay } from "./first-day";
import { seenGeos } from "./geos";
import type { SitesQuery } from "./query";
import type { Variant } from "./variants";

const Choice = z.object({ value: z.int(), label: z.string() });

/** The options of a site report's filters; empty where the role has no such filter. */
export const Choices = PeopleChoices.extend({
  sites: z.array(Choice),
  types: z.array(Choice),
  geos: z.array(z.string()),
  /** Predefined ranges; in an AVP report, payout periods. */
  hints: z.array(PeriodChoice),
  /** AVP reports only: the tiers of the payout period. */
  tiers: z.array(AvpPeriod),
  /** The New York day of the first click or sale; absent if there is none. */
  first: z.string().optional(),
});

/** Links of the chosen site and agents of the chosen office, including suspended agents (STAT-29, STAT-30, STAT-33). */
export async function choicesFor(actor: Actor, asked: SitesQuery): Promise<z.output<typeof Choices>> {
  const { variant, siteId, companyId, range, tiers } = asked;
  const sites = await pickedSites(actor, "all");
  const types = siteId === undefined ? [] : await typesOfSite(siteId);
  return {
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
    types: types.map(({ id, typename }) => ({ value: id, label: typename })),
    ...(await peopleChoices(actor, companyId)),
    geos: variant.geo ? await seenGeos(actor) : [],
    hints: variant.avp ? payoutPeriods(range) : rangesOf(variant),
    tiers,
    first: await firstDay(actor),
  };
}

/** Predefined ranges. Payroll also offers the current half-month, which is its default range. */
function rangesOf({ payroll }: Variant): Hint[] {
  const today = dayOf(now());
  return [...payoutHints(today).slice(0, payroll ? 1 : 0), ...dateHints(today)];
}

/** The 52 listed payout periods, plus the requested one if it is older or in the future. */
function payoutPeriods({ start, end }: Range): Hint[] {
  const hints = payoutHints(dayOf(now()));
  if (hints.some((hint) => sameRange(hint, { start, end }))) return hints;
  return [...hints, { label: `${start} ~ ${end}`, start, end, unit: "beWeek" }];
}
