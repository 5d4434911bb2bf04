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
import { comparisons, type Comparison } from "./comparison";
import { type Grouping, type GroupKey, groupings, groupKeys } from "./group-keys";
import { groupingErrors, groupingsOf } from "./group-limits";
import { NOT_IN_LIST, type Sort, SortField, sortOf, TYPE_KEY, UNSORTED, type Variant } from "./variants";

export const TOO_LONG = "Please choose at most 10 years.";
export const NO_PAYOUT_PERIOD =
  "Please choose one payout period, from the 1st to the 15th or from the 16th to the end.";
const LONGEST_YEARS = 10;

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const Filter = optional(Id);
export const DayField = z.unknown().optional().meta({ type: "string", format: "date" });

const Tier = optional(z.int(NOT_IN_LIST));

/** The criteria of a site report, shared by its form, its call and the API document. */
export function criteriaOf({ title, avp, geo }: Variant) {
  const criteria = z
    .object({
      groupBy: z.enum(groupings, NOT_IN_LIST).default("date"),
      then: optional(z.enum(groupings, NOT_IN_LIST)),
      compare: optional(z.enum(comparisons, NOT_IN_LIST)),
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
  /** The second grouping. */
  then?: Grouping;
  /** The keys of a row, from both. */
  keys: readonly GroupKey[];
  compare?: Comparison;
  range: Range;
  /** The moment on the last day at which the range ends, if it is before the end of that day. */
  until?: Date;
  /** The rows to show, by their keys, in place of a page of all of them. */
  rows?: readonly (readonly unknown[])[];
  /** True: amounts to pay are computed, to be shown or to leave a margin. */
  pays: boolean;
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
  const { groupBy, then, compare, siteId, typeId, companyId, agentId, geo } = criteria;
  const keys = keysOfRows(groupBy, then);
  const range = readRange(criteria.start, criteria.end);
  refuse(
    { ...roleErrors(actor, variant, criteria), ...groupingErrors(actor, { groupBy, then, agentId, range }) },
    { groupBy: groupingsOf(actor), then: groupingsOf(actor), sortField: shownColumns(actor, variant, keys) },
  );
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const type = typeId === undefined ? undefined : await requireType(actor, typeId);
  if (site && type && type.siteId !== site.id) refuse({ typeId: ["This link belongs to another site."] });
  const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
  const agent = agentId === undefined ? undefined : await requireAgent(actor, agentId);
  const sort = sortOf(criteria);
  const useApproveSale = site !== undefined && site.useApproveSale && !site.avp;
  if (sort.type) await requireColumn(actor, sort.type, criteria, useApproveSale);
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
  const pays = variant.payroll || abilities(actor).seeEarning;
  const grouped = { variant, groupBy, then, keys, compare, range, pays };
  return { ...grouped, ...narrowed, useApproveSale, chosen: names, sort, ...paging };
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
  const { groupBy, then, companyId, agentId, avp, sortField } = criteria;
  const can = abilities(actor);
  const [, , , pesos] = TYPE_KEY.exec(sortField ?? "") ?? [];
  const sortable =
    sortField === undefined ||
    (TYPE_KEY.test(sortField)
      ? !pesos || variant.payroll
      : shownColumns(actor, variant, keysOfRows(groupBy, then)).includes(sortField));
  return {
    ...(companyId === undefined || can.chooseOffice ? {} : { companyId: [NOT_IN_LIST] }),
    ...(agentId === undefined || can.chooseAgent ? {} : { agentId: [NOT_IN_LIST] }),
    ...(typeof avp !== "number" || can.filterByAvp ? {} : { avp: [NOT_IN_LIST] }),
    ...(sortable ? {} : { sortField: [UNSORTED] }),
  };
}

/** The keys of the rows of two groupings. A day and an agent are Detail, whichever is first. */
export function keysOfRows(groupBy: Grouping, then?: Grouping): readonly GroupKey[] {
  const keys = [...new Set([groupBy, ...(then ? [then] : [])].flatMap(groupKeys))];
  return isDetail({ keys }) ? groupKeys("detail") : keys;
}

type HasKeys = { keys: readonly GroupKey[] };
/** True if the rows are by day and agent, however that was chosen. */
export const isDetail = ({ keys }: HasKeys): boolean =>
  keys.length === 2 && keys.includes("day") && keys.includes("agent");

/** The keys of the columns that this account sees in a grouping, excluding those of links. */
export function shownColumns(actor: Actor, { avp, payroll }: Variant, keys: readonly GroupKey[]): string[] {
  const can = abilities(actor);
  const office = can.groupByOffice ? ["officeName"] : [];
  const agent = can.groupByAgent ? ["agent", "agentFullName"] : [];
  const names: Partial<Record<GroupKey, readonly string[]>> = {
    day: ["date"],
    company: office,
    agent: keys[0] === "day" ? [...office, ...agent] : [...agent, ...office],
    link: ["typename", "sitename"],
  };
  return [
    ...new Set(keys.flatMap((key) => names[key] ?? [key])),
    ...(avp && hasTier({ keys }) ? ["avpPeriod", "agent_avp_sales_count"] : []),
    ...["raws", "uniques", "sales", "bonusSales", "bonusRatio"],
    ...(can.seeLpp && !isByDate({ keys }) ? ["lpp", "lppPrev"] : []),
    ...(can.seeEarning ? ["earn", "bonusEarn"] : []),
    ...(payroll ? ["payout", "bonusPayout", "payoutPhp", "payoutDollars"] : []),
    ...(can.seeEarning ? ["margin", "epc", "phpPerUnique"] : []),
  ];
}

/** True for groupings in which each row belongs to one agent and so has a tier. */
export const hasTier = ({ keys }: HasKeys): boolean => keys.includes("agent");

/** True if each row is a whole day. A day has no counterpart in the period before. */
export const isByDate = ({ keys }: HasKeys): boolean => keys.length === 1 && keys[0] === "day";
