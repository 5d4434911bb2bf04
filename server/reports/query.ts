import { z } from "zod";
import { abilities } from "../accounts";
import { requireAgent } from "../agents";
import { Id } from "../kernel/input";
import { PAGE_SIZE } from "../kernel/page";
import { type Day, INVALID_RANGE, type Range, readRange } from "../kernel/periods";
import { type FieldMessages, invalid } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { requireOffice } from "../offices";
import { requireSite } from "../sites";
import { findType, requireType } from "../types";

/** How the rows of a site report are grouped (FORMAT-13). */
export const groupings = ["date", "agent", "company", "detail"] as const;
export type Grouping = (typeof groupings)[number];

const NOT_YOURS = "Please choose one from the list.";
const UNSORTED = "This column cannot be sorted by.";
export const TOO_LONG = "Please choose at most 10 years.";
const LONGEST_YEARS = 10;

const columns = [
  ...["date", "officeName", "agent", "agentFullName", "raws", "uniques", "sales", "bonusSales", "bonusRatio"],
  ...["lpp", "lppPrev", "earn", "bonusEarn"],
] as const;
/** A count's key, a link's id: "12" for its sales, "12b" for its bonuses. */
const TYPE_KEY = /^([1-9]\d{0,8})(b?)$/;

const Filter = Id.nullish().transform((id) => id ?? undefined);
export const DayField = z.unknown().optional().meta({ type: "string", format: "date" });

/** What a site report is asked with: the same for form, call and document. */
export const SitesCriteria = z
  .object({
    groupBy: z.enum(groupings, NOT_YOURS).default("date"),
    siteId: Filter,
    typeId: Filter,
    companyId: Filter,
    agentId: Filter,
    avp: z.null("The Sites report has no AVP filter.").optional(),
    start: DayField,
    end: DayField,
    geo: z
      .string(NOT_YOURS)
      .regex(/^([A-Za-z]{2})?$/, NOT_YOURS)
      .nullish()
      .transform((geo) => geo?.toUpperCase() || undefined),
    page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    sortField: z.union([z.enum(columns), z.string().regex(TYPE_KEY, UNSORTED)], UNSORTED).optional(),
    sortAsc: z.boolean("Please choose true or false.").optional(),
  })
  .meta({ required: ["start", "end"] });

type Criteria = z.output<typeof SitesCriteria>;

/** Whole days with both ends, at most ten years; `start` bears the message (WIDGET-27). Judged beside other faults. */
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

export const SitesInput = ranged(SitesCriteria);

export type Sort = { field: string; ascending: boolean; type?: { id: number; bonus: boolean } };
/** A parsed question: what it may not ask has been refused. */
export type SitesQuery = {
  groupBy: Grouping;
  range: Range;
  siteId?: number;
  typeId?: number;
  companyId?: number;
  agentId?: number;
  geo?: string;
  /** Where one site is chosen that sells in two steps (contract: useApproveSale). */
  useApproveSale: boolean;
  /** Names of what was chosen. */
  chosen: { site?: string; type?: string; office?: string; agent?: string };
  sort: Sort;
  limit: number;
  offset: number;
};

/**
 * The question that this account asks. Throws 422 at a grouping, filter or column that its role does not have and at a
 * link of another site, 404 for a site, link, office or agent that it may not know of.
 */
export async function readQuery(actor: Actor, criteria: Criteria): Promise<SitesQuery> {
  const { groupBy, siteId, typeId, companyId, agentId, geo } = criteria;
  refuse(notOfRole(actor, criteria));
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const type = typeId === undefined ? undefined : await requireType(actor, typeId);
  if (site && type && type.siteId !== site.id) refuse({ typeId: ["This link belongs to another site."] });
  const office = companyId === undefined ? undefined : await requireOffice(actor, companyId);
  const agent = agentId === undefined ? undefined : await requireAgent(actor, agentId);
  const sort = sortOf(criteria);
  if (sort.type) await requireColumn(actor, sort.type, criteria);
  const range = readRange(criteria.start, criteria.end);
  if (!range) throw invalid({ start: [INVALID_RANGE] });
  const useApproveSale = site !== undefined && site.useApproveSale && !site.avp;
  const names = {
    site: site?.sitename,
    type: type?.typename,
    office: office?.officeName,
    agent: agent?.username ?? undefined,
  };
  const paging = { limit: criteria.pageSize, offset: (criteria.page - 1) * criteria.pageSize };
  return { groupBy, range, siteId, typeId, companyId, agentId, geo, useApproveSale, chosen: names, sort, ...paging };
}

/** A link's counts are a column where the link may be in the result. */
async function requireColumn(actor: Actor, { id }: { id: number }, { siteId, typeId }: Criteria): Promise<void> {
  const type = await findType(actor, id);
  const shown = type && (siteId ?? type.siteId) === type.siteId && (typeId ?? id) === id;
  if (!shown) refuse({ sortField: [UNSORTED] });
}

function refuse(messages: FieldMessages): void {
  if (Object.keys(messages).length > 0) throw invalid(messages);
}

function notOfRole(actor: Actor, { groupBy, companyId, agentId, sortField }: Criteria): FieldMessages {
  const can = abilities(actor);
  return {
    ...(groupingsOf(actor).includes(groupBy) ? {} : { groupBy: [NOT_YOURS] }),
    ...(companyId === undefined || can.chooseOffice ? {} : { companyId: [NOT_YOURS] }),
    ...(agentId === undefined || can.chooseAgent ? {} : { agentId: [NOT_YOURS] }),
    ...(sortField === undefined || TYPE_KEY.test(sortField) || shownColumns(actor, groupBy).includes(sortField)
      ? {}
      : { sortField: [UNSORTED] }),
  };
}

/** The groupings that a role has, in the order of the form (STAT-11 to STAT-13). */
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

/** The keys of the columns that this account sees in a grouping, links' counts aside. */
export function shownColumns(actor: Actor, groupBy: Grouping): string[] {
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
    ...["raws", "uniques", "sales", "bonusSales", "bonusRatio"],
    ...(can.seeLpp && groupBy !== "date" ? ["lpp", "lppPrev"] : []),
    ...(can.seeEarning ? ["earn", "bonusEarn"] : []),
  ];
}

/** Date and Detail by date, newest first; Office and Agent by name (STAT-28). A column that is named sorts upwards. */
const defaultSorts: Record<Grouping, Sort> = {
  date: { field: "date", ascending: false },
  detail: { field: "date", ascending: false },
  company: { field: "officeName", ascending: true },
  agent: { field: "agent", ascending: true },
};

function sortOf({ groupBy, sortField, sortAsc }: Criteria): Sort {
  const usual = defaultSorts[groupBy];
  if (sortField === undefined) return { ...usual, ascending: sortAsc ?? usual.ascending };
  const [, id, bonus] = TYPE_KEY.exec(sortField) ?? [];
  const type = id === undefined ? undefined : { id: Number(id), bonus: bonus === "b" };
  return { field: sortField, ascending: sortAsc ?? true, type };
}
