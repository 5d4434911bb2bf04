import { z } from "zod";
import { abilities } from "../accounts";
import { fromCents, toCents } from "../kernel/text/money";
import { dollarsOf, type Paid, paidOf, pesos } from "./shape-paid";
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
  .catchall(z.union([z.number(), z.string(), z.null()]));
const Overall = z
  .object({
    ...counts,
    lpp: z.int().optional(),
    lpp_prev: z.int().optional(),
    earning: z.number().optional(),
    bonusEarning: z.number().optional(),
    ...paid,
  })
  .catchall(z.union([z.number(), z.string(), z.null()]));

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

export const PayrollAnswer = SitesAnswer.omit({ earningVisible: true, payoutVisible: true });

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
  const sums = (of: Sums, countsOf: (type: Column) => Counts) => ({
    raws: of.raws,
    uniques: of.uniques,
    ...Object.fromEntries(types.flatMap((type) => keyed(type, countsOf(type)))),
    sales: of.sales,
    bonusSales: of.bonusSales,
    bonusRatio: bonusRatio(of, payroll ? 100 : 0),
    ...(payroll ? paidOf(of) : {}),
  });
  const none: Counts = payroll ? [0, 0, "0", "0"] : [0, 0];
  const row = (group: GroupRow) => ({
    ...identity(actor, sitesQuery.groupBy, group),
    ...(group.avpSales === undefined
      ? {}
      : { avpPeriod: group.avpPeriod, agent_avp_sales_count: Number(group.avpSales) }),
    ...sums(group, ({ id }) => group.counts?.[id] ?? none),
    ...(points ? { lpp: group.lpp, lppPrev: group.lppPrev } : {}),
    ...(can.seeEarning ? { earn: money(group.earn), bonusEarn: money(group.bonusEarn) } : {}),
  });
  const answer = {
    page: { items: items.map(row), total },
    overall: {
      ...sums(overall, ({ counts: ofAll }) => ofAll),
      ...(can.seeLpp ? { lpp: overall.lpp, lpp_prev: overall.lppPrev } : {}),
      ...(can.seeEarning ? { earning: money(overall.earn), bonusEarning: money(overall.bonusEarn) } : {}),
    },
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

function keyed({ id, bonus }: Column, [sales, bonusSales, salePhp, bonusPhp]: Counts): [string, number][] {
  return [
    [`${id}`, sales],
    ...pesos(`${id}Php`, salePhp),
    ...(bonus ? ([[`${id}b`, bonusSales], ...pesos(`${id}bPhp`, bonusPhp)] as [string, number][]) : []),
  ];
}

/** On two-step sites only the second step, the paid sale, has pesos. */
function typeInfos({ id, bonus, counts: _, ...names }: Column, useApproveSale: boolean): SitesAnswer["types"] {
  const sale = { id: `${id}`, typeId: id, ...names, bonus: false, payout: !useApproveSale };
  return bonus ? [sale, { ...sale, id: `${id}b`, bonus: true, payout: true }] : [sale];
}

/** The date, agent and office of a row. Managers and above see agent names, admins office names, everyone the IDs. */
function identity(actor: Actor, groupBy: Grouping, group: GroupRow): Partial<SitesRow> {
  const can = abilities(actor);
  const date = { date: group.date ?? undefined };
  const office = {
    companyId: group.companyId ?? undefined,
    ...(can.groupByOffice ? { officeName: group.officeName ?? "" } : {}),
  };
  const agent = {
    agentId: group.agentId ?? undefined,
    ...(can.groupByAgent ? { agent: group.agent ?? "", agentFullName: group.agentFullName ?? "" } : {}),
  };
  return {
    date,
    company: office,
    agent: { ...agent, ...office },
    detail: { ...date, ...agent, ...office },
  }[groupBy];
}
