import { z } from "zod";
import { type Abilities, abilities } from "../accounts";
import { fromCents, toCents } from "../kernel/text/money";
import { dollarsOf, type Paid, paidOf } from "./shape-paid";
import type { Actor } from "../kernel/operation/roles";
import type { Grouping, SitesQuery } from "./query";

/** The response of a site report. Keys that a role may not see are absent; a link's counts are keyed by its ID. */

const TypeInfo = z.object({
  id: z.string(),
  typeId: z.int(),
  typename: z.string(),
  siteId: z.int(),
  sitename: z.string(),
  bonus: z.boolean(),
  payout: z.boolean(),
});
/** The counts of a row by link, as a list: clients with fixed types cannot have keys that depend on data. */
const Figure = z.object({
  typeId: z.int().describe("ID of the link."),
  bonus: z.boolean().describe("True for the bonuses of the link, false for its sales."),
  count: z.int().describe("Number of sales or bonuses, net of reversals."),
  pesos: z.number().optional().describe("Their pay in pesos. Only in payroll reports."),
});
/**
 * The keys that `types` names: `24`, `24b`, and in payrolls `24Php`, `24bPhp`. Without a type, because generators of clients
 * apply it to all keys; `figures` has the same with types.
 */
const COUNTS_BY_LINK = { description: "Count of the link, or its pesos, under the key that `types` names." };
const BY_LINK = { patternProperties: { "^\\d+b?(Php)?$": COUNTS_BY_LINK }, additionalProperties: undefined };
const Cell = z.union([z.number(), z.string(), z.null()]);
const counts = {
  raws: z.int(),
  uniques: z.int(),
  sales: z.int(),
  bonusSales: z.int(),
  bonusRatio: z.number(),
};
/** Payroll only: stored sums and paid amounts. Dollars are null while a period that needs a rate has none. */
const paid = {
  payout: z.number().optional(),
  bonusPayout: z.number().optional(),
  payoutPhp: z.number().optional(),
  payoutDollars: z.number().nullable().optional(),
};
const Row = z
  .object({
    date: z.string().optional(),
    companyId: z.int().optional(),
    officeName: z.string().optional(),
    agentId: z.int().optional(),
    agent: z.string().optional(),
    agentFullName: z.string().optional(),
    ...counts,
    lpp: z.int().optional(),
    lppPrev: z.int().optional(),
    earn: z.number().optional(),
    bonusEarn: z.number().optional(),
    ...paid,
    avpPeriod: z.int().nullable().optional(),
    agent_avp_sales_count: z.int().optional(),
  })
  .catchall(Cell);
const Overall = z
  .object({
    ...counts,
    lpp: z.int().optional(),
    lpp_prev: z.int().optional(),
    earning: z.number().optional(),
    bonusEarning: z.number().optional(),
    ...paid,
  })
  .catchall(Cell);

export const SitesAnswer = z.object({
  page: z.object({ items: z.array(Row), total: z.int() }),
  overall: Overall,
  earningVisible: z.boolean(),
  useApproveSale: z.boolean(),
  payoutVisible: z.boolean(),
  types: z.array(TypeInfo),
  hasBonus: z.boolean(),
});
export type SitesAnswer = z.output<typeof SitesAnswer>;
export type SitesRow = z.output<typeof Row>;

const listed = { figures: z.array(Figure) };
const ListedCell = Cell.or(z.array(Figure));
/** The answer of a call: its rows have their counts as a list, too. */
export const ListedSites = SitesAnswer.extend({
  page: z.object({ items: z.array(Row.extend(listed).catchall(ListedCell).meta(BY_LINK)), total: z.int() }),
  overall: Overall.extend(listed).catchall(ListedCell).meta(BY_LINK),
});
export const ListedPayroll = ListedSites.omit({ earningVisible: true, payoutVisible: true });

/** Adds to each row and the totals their counts as a list, in the order of the columns. */
export function withFigures({ page, overall, types, ...answer }: SitesAnswer): z.input<typeof ListedSites> {
  const figuresOf = (row: SitesRow | SitesAnswer["overall"]) =>
    types.map(({ id, typeId, bonus }) => {
      const pesos = row[`${id}Php`];
      return { typeId, bonus, count: Number(row[id] ?? 0), ...(pesos === undefined ? {} : { pesos: Number(pesos) }) };
    });
  const items = page.items.map((row) => ({ ...row, figures: figuresOf(row) }));
  return { ...answer, types, page: { ...page, items }, overall: { ...overall, figures: figuresOf(overall) } };
}

type Sums = {
  raws: number;
  uniques: number;
  sales: number;
  bonusSales: number;
  lpp: number;
  lppPrev: number;
  earn: string;
  bonusEarn: string;
} & Partial<Paid>;
/** Sales and bonus sales of a link; in a payroll also their pesos, as decimal text. */
type Counts = readonly [sales: number, bonusSales: number, salePhp?: string, bonusPhp?: string];
type GroupRow = Sums & {
  date: string | null;
  companyId: number | null;
  officeName: string | null;
  agentId: number | null;
  agent: string | null;
  agentFullName: string | null;
  avpPeriod?: number | null;
  avpSales?: number;
  /** Keyed by link ID. */
  counts: Record<string, Counts> | null;
};
type Column = Pick<SitesAnswer["types"][number], "typename" | "siteId" | "sitename" | "bonus"> & {
  id: number;
  counts: Counts;
};
/** A row while its figures are added. */
type Filled = Partial<SitesRow>;
/** The single row that the statement returns. */
export type ReportData = { total: number; overall: Sums; types: Column[]; items: GroupRow[] };
/** An answer with the dollars of its page, which are rounded once and so can differ from the sum of its rows. */
export type ShapedReport = { answer: SitesAnswer; pageDollars?: number | null };

/** True if rows have points: the brand shows them and rows are not by date (STAT-25). Totals have them by date too. */
export const canSeePoints = (actor: Actor, groupBy: Grouping): boolean => abilities(actor).seeLpp && groupBy !== "date";

export function shapeReport(
  actor: Actor,
  sitesQuery: SitesQuery,
  { total, overall, types, items }: ReportData,
): ShapedReport {
  const can = abilities(actor);
  const { payroll } = sitesQuery.variant;
  const points = canSeePoints(actor, sitesQuery.groupBy);
  const none: Counts = payroll ? [0, 0, "0", "0"] : [0, 0];
  // A row is one object that is filled, since a page has thousands of counts and a copy of it would copy all of them.
  const addFigures = (row: Filled, of: Sums, countsOf: (type: Column) => Counts) => {
    const { raws, uniques, sales, bonusSales } = of;
    Object.assign(row, { raws, uniques });
    for (const type of types) addCounts(row, type, countsOf(type));
    const figures = { sales, bonusSales, bonusRatio: bonusRatio(of, payroll ? 100 : 0) };
    Object.assign(row, figures, payroll ? paidOf(of) : {});
  };
  const rowOf = (group: GroupRow) => {
    const { avpPeriod, avpSales, lpp, lppPrev, earn, bonusEarn } = group;
    const row = identity(can, sitesQuery.groupBy, group);
    if (avpSales !== undefined) Object.assign(row, { avpPeriod, agent_avp_sales_count: Number(avpSales) });
    addFigures(row, group, ({ id }) => group.counts?.[id] ?? none);
    if (points) Object.assign(row, { lpp, lppPrev });
    if (can.seeEarning) Object.assign(row, { earn: money(earn), bonusEarn: money(bonusEarn) });
    return row as SitesRow;
  };
  const totals = () => {
    const { lpp, lppPrev, earn, bonusEarn } = overall;
    const row: Filled = {};
    addFigures(row, overall, ({ counts: ofAll }) => ofAll);
    if (can.seeLpp) Object.assign(row, { lpp, lpp_prev: lppPrev });
    if (can.seeEarning) Object.assign(row, { earning: money(earn), bonusEarning: money(bonusEarn) });
    return row as SitesAnswer["overall"];
  };
  const answer = {
    page: { items: items.map(rowOf), total },
    overall: totals(),
    earningVisible: can.seeEarning,
    useApproveSale: sitesQuery.useApproveSale,
    payoutVisible: can.seePayroll,
    types: types.flatMap((type) => typeInfos(type, sitesQuery.useApproveSale)),
    hasBonus: types.some(({ bonus }) => bonus),
  };
  return payroll ? { answer, pageDollars: dollarsOf(items.flatMap(({ dollars }) => dollars ?? [])) } : { answer };
}

/** In percent, not rounded. Without any sales it is `without`: 0, in a payroll 100 (STAT-32, PAYROLL-05). */
export const bonusRatio = ({ sales, bonusSales }: { sales: number; bonusSales: number }, without = 0): number =>
  sales === 0 ? without : (100 * bonusSales) / sales + 0;

const money = (text: string): number => fromCents(toCents(text));

function addCounts(row: Filled, { id, bonus }: Column, [sales, bonusSales, salePhp, bonusPhp]: Counts): void {
  row[id] = sales;
  if (salePhp !== undefined) row[`${id}Php`] = money(salePhp);
  if (!bonus) return;
  row[`${id}b`] = bonusSales;
  if (bonusPhp !== undefined) row[`${id}bPhp`] = money(bonusPhp);
}

/** On two-step sites only the second step, the paid sale, has pesos. */
function typeInfos({ id, bonus, counts: _, ...names }: Column, useApproveSale: boolean): SitesAnswer["types"] {
  const sale = { id: `${id}`, typeId: id, ...names, bonus: false, payout: !useApproveSale };
  return bonus ? [sale, { ...sale, id: `${id}b`, bonus: true, payout: true }] : [sale];
}

/** The date, agent and office of a row. Managers and above see agent names, admins office names, everyone the IDs. */
function identity(can: Abilities, groupBy: Grouping, group: GroupRow): Filled {
  const row: Filled = {};
  if (groupBy === "date" || groupBy === "detail") row.date = group.date ?? undefined;
  if (groupBy === "agent" || groupBy === "detail") {
    row.agentId = group.agentId ?? undefined;
    if (can.groupByAgent) Object.assign(row, { agent: group.agent ?? "", agentFullName: group.agentFullName ?? "" });
  }
  if (groupBy !== "date") {
    row.companyId = group.companyId ?? undefined;
    if (can.groupByOffice) row.officeName = group.officeName ?? "";
  }
  return row;
}
