import { z } from "zod";
import { resolveAgent, findAgentByUsername } from "../agents";
import { together } from "../kernel/database/statements";
import { Flag, Id, PeriodChoice, SearchText } from "../kernel/operation/input";
import { Refusal } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import {
  dateHints,
  halfMonthHints,
  type Hint,
  isHalfMonth,
  parsePeriod,
  payoutHints,
  type Range,
  sameRange,
} from "../trade/periods";
import { now } from "../kernel/time/now";
import { PeopleChoices, peopleChoices } from "../offices";
import { listSiteOptions } from "../sites";
import { AvpPeriod, findType, typesOfSite } from "../types";
import { Hide } from "./column-choice";
import { firstDay } from "./first-day";
import { geosWithData } from "./geos";
import { criteriaOf, NO_PAYOUT_PERIOD, rangedAs, readQuery, type SitesQuery } from "./query";
import { SortField, type Variant } from "./variants";

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
export async function choicesFor(actor: Actor, sitesQuery: SitesQuery): Promise<z.output<typeof Choices>> {
  const { variant, siteId, companyId, range, tiers } = sitesQuery;
  const [sites, types, people, geos, first] = await together(
    listSiteOptions(actor, "all"),
    siteId === undefined ? [] : typesOfSite(siteId),
    peopleChoices(actor, companyId),
    variant.geo ? geosWithData(actor) : [],
    firstDay(actor),
  );
  return {
    sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
    types: types.map(({ id, typename }) => ({ value: id, label: typename })),
    ...people,
    geos,
    hints: variant.avp ? payoutPeriods(range) : rangesOf(variant),
    ...{ tiers, first },
  };
}

/**
 * Predefined ranges. They begin with the half-months by which agents are paid, the current one first, which is Payroll's
 * default range; Payroll names older ones too.
 */
function rangesOf({ payroll }: Variant): Hint[] {
  const today = dayOf(now());
  const older = payroll ? payoutHints(today).slice(2, NAMED_HALVES) : [];
  return [...halfMonthHints(today), ...older, ...dateHints(today)];
}

/** Half-months in the list of Payroll: half a year. */
const NAMED_HALVES = 12;

/** The 52 listed payout periods, plus the requested one if it is older or in the future. */
function payoutPeriods({ start, end }: Range): Hint[] {
  const hints = payoutHints(dayOf(now()));
  if (hints.some((hint) => sameRange(hint, { start, end }))) return hints;
  return [...hints, { label: `${start} ~ ${end}`, start, end, unit: "beWeek" }];
}

/** Maximum number of rows in the print version. */
export const PRINT_LIMIT = 5000;

/** The value of a criterion when the form was rendered; "all" if none was chosen. */
const Before = z.string().max(20).optional();

/** A payout period from the list; `start` and `end` already hold its days. Other reports accept any hint. */
const PayoutPeriod = z.string().refine((text) => {
  const period = parsePeriod(text);
  return period && isHalfMonth(period);
}, NO_PAYOUT_PERIOD);

/** The criteria as the screen's form sends them: the agent by ID or name, plus the previous site, office and order. */
export const formOf = (variant: Variant) =>
  rangedAs(
    variant,
    criteriaOf(variant).extend({
      hint: variant.avp ? PayoutPeriod.optional() : z.unknown().optional(),
      agentId: z
        .union([Id, SearchText(255)])
        .nullish()
        .transform((agent) => agent || undefined),
      print: Flag.default(false),
      hide: Hide,
      /** Groupings, site, column, ascending: `agent~all~raws~false`, `agent+type~all~raws~false`. */
      sortWas: z.string().max(80).optional(),
      siteWas: Before,
      companyWas: Before,
    }),
  );
export type SitesForm = z.output<ReturnType<typeof formOf>>;

/**
 * Validates the criteria of a form. A changed site resets the link unless it belongs to that site. A changed office
 * resets the agent unless they belong to it (STAT-29, STAT-30). A changed site or grouping resets the order (STAT-27),
 * and so does a link whose column the report no longer has. Throws what readQuery throws, and 422 at `agentId` for an
 * unknown name.
 */
export async function readForm(actor: Actor, variant: Variant, form: SitesForm): Promise<SitesQuery> {
  const { print, siteId, typeId, companyId } = form;
  const hasSiteChanged = form.siteWas !== undefined && form.siteWas !== String(siteId ?? "all");
  const hasOfficeChanged = form.companyWas !== undefined && form.companyWas !== String(companyId ?? "all");
  const isTypeGone =
    hasSiteChanged && siteId !== undefined && typeId && (await findType(actor, typeId))?.siteId !== siteId;
  const agentId = await resolveAgentId(actor, form, hasOfficeChanged);
  const criteria = { ...form, agentId, typeId: isTypeGone ? undefined : typeId };
  const order = sortToKeep(form);
  const query = await readQuery(actor, variant, { ...criteria, ...order }).catch((error: unknown) => {
    if (order && isUnsorted(error)) return readQuery(actor, variant, criteria);
    throw error;
  });
  return print ? { ...query, limit: PRINT_LIMIT, offset: 0 } : query;
}

/** The order of the previous page, if the form sets none and keeps the grouping and site. */
function sortToKeep({ sortField, sortAsc, sortWas, groupBy, then, siteId }: SitesForm) {
  const [grouping, site, field, ascending] = (sortWas ?? "").split("~");
  const present = then ? `${groupBy}+${then}` : groupBy;
  if (sortField !== undefined || sortAsc !== undefined || grouping !== present || site !== String(siteId ?? "all")) {
    return undefined;
  }
  const column = SortField.safeParse(field);
  return column.success ? { sortField: column.data, sortAsc: ascending === "true" } : undefined;
}

const isUnsorted = (error: unknown): boolean =>
  error instanceof Refusal && Object.keys(error.data ?? {}).join() === "sortField";

async function resolveAgentId(
  actor: Actor,
  { agentId: agent, companyId }: SitesForm,
  hasOfficeChanged: boolean,
): Promise<number | undefined> {
  if (agent === undefined) return undefined;
  if (!hasOfficeChanged) return resolveAgent(actor, agent);
  return (
    (await findAgentByUsername(actor, String(agent), companyId)) ?? (typeof agent === "number" ? agent : undefined)
  );
}
