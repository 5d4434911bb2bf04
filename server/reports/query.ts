import { z } from "zod";
import { abilities } from "../accounts";
import { requireAgent } from "../agents";
import { filterCountry } from "../trade/country";
import { Id } from "../kernel/operation/input";
import { PAGE_SIZE } from "../kernel/operation/page";
import { type Day } from "../kernel/time";
import { INVALID_RANGE, isHalfMonth, type Range, readRange } from "../trade/periods";
import { type FieldMessages, invalid } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { requireOffice } from "../offices";
import { requireSite } from "../sites";
import { type AvpPeriod, avpTiersOf, findType, requireType } from "../types";
import { type Grouping, groupings, type Sort, SortField, sortOf, TYPE_KEY, UNSORTED, type Variant } from "./variants";

export { type Grouping, groupings };

const NOT_IN_LIST = "Please choose one from the list.";
export const TOO_LONG = "Please choose at most 10 years.";
export const NO_PAYOUT_PERIOD =
  "Please choose one payout period, from the 1st to the 15th or from the 16th to the end.";
const LONGEST_YEARS = 10;

const Filter = Id.nullish().transform((id) => id ?? undefined);
export const DayField = z.unknown().optional().meta({ type: "string", format: "date" });

const Tier = z
  .int(NOT_IN_LIST)
  .nullish()
  .transform((tier) => tier ?? undefined);

/** The criteria of a site report, shared by its form, its call and the API document. */
export function criteriaOf({ title, avp, geo }: Variant) {
  const criteria = z
    .object({
      groupBy: z.enum(groupings, NOT_IN_LIST).default("date"),
      siteId: Filter,
      typeId: Filter,
      companyId: Filter,
      agentId: Filter,
      avp: avp ? Tier : z.null(`The ${title} report has no AVP filter.`).optional(),
      start: DayField,
      end: DayField,
      geo: z
        .string(NOT_IN_LIST)
        .regex(/^([A-Za-z]{2})?$/, NOT_IN_LIST)
        .nullish()
        .transform((code) => (code ? filterCountry(code) : undefined)),
      page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
      pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
      sortField: SortField,
      sortAsc: z.boolean("Please choose true or false.").optional(),
    })
    .meta({ required: ["start", "end"] });
  // In a report without a country filter, `geo` is an unknown key like any other that is not a criterion.
  return geo ? criteria : (criteria.omit({ geo: true }).meta({ required: ["start", "end"] }) as typeof criteria);
}

export type Criteria = z.output<ReturnType<typeof criteriaOf>>;

/**
 * Adds the check of the range: whole days, both ends included, at most ten years. The message is at `start`
 * (WIDGET-27). The check also runs when other fields are invalid.
 */
export const ranged = <T extends z.ZodType<{ start?: unknown; end?: unknown }>>(schema: T): T =>
  schema
    .refine(({ start, end }) => readRange(start, end), { path: ["start"], error: INVALID_RANGE, when: () => true })
    .refine(({ start, end }) => !tooLong(readRange(start, end)), {
      path: ["start"],
      error: TOO_LONG,
      when: () => true,
    });

export const tooLong = (range: Range | undefined) => range && range.end >= yearsAfter(range.start, LONGEST_YEARS);
const yearsAfter = (day: Day, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** Adds the check of a report's range. AVP reports need one half-month, in which each agent has exactly one tier. */
export const rangedAs = <T extends z.ZodType<{ start?: unknown; end?: unknown }>>({ avp }: Variant, schema: T): T =>
  avp
    ? ranged(schema).refine(({ start, end }) => isPayoutPeriod(readRange(start, end)), {
        path: ["start"],
        error: NO_PAYOUT_PERIOD,
        when: () => true,
      })
    : ranged(schema);
// Invalid and too long ranges pass here because they have their own message.
const isPayoutPeriod = (range: Range | undefined) => !range || tooLong(range) || isHalfMonth(range);

export const inputOf = (variant: Variant) => rangedAs(variant, criteriaOf(variant));

/** Validated criteria: anything that the account may not request has been refused. */
export type SitesQuery = {
  variant: Variant;
  groupBy: Grouping;
  range: Range;
  siteId?: number;
  typeId?: number;
  companyId?: number;
  agentId?: number;
  geo?: string;
  /** AVP reports only: the tiers of the half-month, and the index of the tier to filter by. */
  tiers: AvpPeriod[];
  tier?: number;
  /** True if one site is chosen that sells in two steps and is not an AVP site. */
  useApproveSale: boolean;
  /** Names of the chosen site, link, office and agent. */
  chosen: { site?: string; type?: string; office?: string; agent?: string };
  sort: Sort;
  limit: number;
  offset: number;
};

/**
 * Validates the criteria for this account. Throws 422 for a grouping, filter or column that its role does not have, a
 * tier that the half-month does not have, or a link of another site. Throws 404 for a site, link, office or agent that
 * the account may not see.
 */
export async function readQuery(actor: Actor, variant: Variant, criteria: Criteria): Promise<SitesQuery> {
  const { groupBy, siteId, typeId, companyId, agentId, geo } = criteria;
  refuse(roleErrors(actor, variant, criteria), {
    groupBy: groupingsOf(actor),
    sortField: shownColumns(actor, variant, criteria.groupBy),
  });
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const type = typeId === undefined ? undefined : await requireType(actor, typeId);
  if (site && type && type.siteId !== site.id) refuse({ typeId: ["This link belongs to another site."] });
  const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
  const agent = agentId === undefined ? undefined : await requireAgent(actor, agentId);
  const sort = sortOf(criteria);
  const useApproveSale = site !== undefined && site.useApproveSale && !site.avp;
  if (sort.type) await requireColumn(actor, sort.type, criteria, useApproveSale);
  const range = readRange(criteria.start, criteria.end);
  if (!range) throw invalid({ start: [INVALID_RANGE] });
  const tiers = variant.avp ? (await avpTiersOf(range.start)).tiers : [];
  const tier = criteria.avp ?? undefined;
  if (tier !== undefined && !tiers.some(({ index }) => index === tier)) refuse({ avp: [NOT_IN_LIST] });
  const names = {
    site: site?.sitename,
    type: type?.typename,
    office: office?.officeName,
    agent: agent?.username ?? undefined,
  };
  const paging = { limit: criteria.pageSize, offset: (criteria.page - 1) * criteria.pageSize };
  const narrowed = { siteId, typeId, companyId, agentId, geo, tiers, tier };
  return { variant, groupBy, range, ...narrowed, useApproveSale, chosen: names, sort, ...paging };
}

/** Throws 422 unless the filters can include the link. On two-step sites the first step has no pesos column. */
async function requireColumn(
  actor: Actor,
  { id, bonus, pesos }: NonNullable<Sort["type"]>,
  { siteId, typeId }: Criteria,
  useApproveSale: boolean,
): Promise<void> {
  const type = await findType(actor, id);
  const shown = type && (siteId ?? type.siteId) === type.siteId && (typeId ?? id) === id;
  if (!shown || (pesos && useApproveSale && !bonus)) refuse({ sortField: [UNSORTED] });
}

function refuse(messages: FieldMessages, allowed?: Parameters<typeof invalid>[1]): void {
  if (Object.keys(messages).length > 0) throw invalid(messages, allowed);
}

function roleErrors(actor: Actor, variant: Variant, criteria: Criteria): FieldMessages {
  const { groupBy, companyId, agentId, avp, sortField } = criteria;
  const can = abilities(actor);
  const [, , , pesos] = TYPE_KEY.exec(sortField ?? "") ?? [];
  const sortable =
    sortField === undefined ||
    (TYPE_KEY.test(sortField) ? !pesos || variant.payroll : shownColumns(actor, variant, groupBy).includes(sortField));
  return {
    ...(groupingsOf(actor).includes(groupBy) ? {} : { groupBy: [NOT_IN_LIST] }),
    ...(companyId === undefined || can.chooseOffice ? {} : { companyId: [NOT_IN_LIST] }),
    ...(agentId === undefined || can.chooseAgent ? {} : { agentId: [NOT_IN_LIST] }),
    ...(typeof avp !== "number" || can.filterByAvp ? {} : { avp: [NOT_IN_LIST] }),
    ...(sortable ? {} : { sortField: [UNSORTED] }),
  };
}

/** The groupings available to a role, in the order of the form (STAT-11 to STAT-13). */
export function groupingsOf(actor: Actor): Grouping[] {
  const can = abilities(actor);
  const has: Record<Grouping, boolean> = {
    date: true,
    company: can.groupByOffice,
    agent: can.groupByAgent,
    detail: true,
  };
  return (["date", "company", "agent", "detail"] as const).filter((grouping) => has[grouping]);
}

/** The keys of the columns that this account sees in a grouping, excluding those of links. */
export function shownColumns(actor: Actor, { avp, payroll }: Variant, groupBy: Grouping): string[] {
  const can = abilities(actor);
  const office = can.groupByOffice ? ["officeName"] : [];
  const agent = can.groupByAgent ? ["agent", "agentFullName"] : [];
  const names = {
    date: ["date"],
    company: office,
    agent: [...agent, ...office],
    detail: ["date", ...office, ...agent],
  };
  return [
    ...names[groupBy],
    ...(avp && hasTier(groupBy) ? ["avpPeriod", "agent_avp_sales_count"] : []),
    ...["raws", "uniques", "sales", "bonusSales", "bonusRatio"],
    ...(can.seeLpp && groupBy !== "date" ? ["lpp", "lppPrev"] : []),
    ...(can.seeEarning ? ["earn", "bonusEarn"] : []),
    ...(payroll ? ["payout", "bonusPayout", "payoutPhp", "payoutDollars"] : []),
  ];
}

/** True for groupings in which each row belongs to one agent and so has a tier. */
export const hasTier = (groupBy: Grouping): boolean => groupBy === "agent" || groupBy === "detail";
