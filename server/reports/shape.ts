import type { z } from "zod";
import { type Abilities, abilities } from "../accounts";
import { decimalText, fromCents, toCents } from "../kernel/text/money";
import { dollarsOf, marginOf, type Paid, paidOf } from "./shape-paid";
import type { Actor } from "../kernel/operation/roles";
import { answerKeyOf, isFurther } from "./group-keys";
import { isByDate, type SitesQuery } from "./query";
import type { Before, ComparedRange, SitesAnswer, SitesRow } from "./sites-answer";

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
export type GroupRow = Sums & {
  date: string | null;
  companyId: number | null;
  officeName: string | null;
  agentId: number | null;
  agent: string | null;
  agentFullName: string | null;
  avpPeriod?: number | null;
  avpSales?: number;
  typeId?: number;
  typename?: string;
  siteId?: number;
  sitename?: string;
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
/** The report of the compared range, and the keys of a row there. */
export type DataBefore = ReportData & {
  range: z.output<typeof ComparedRange>;
  rowBefore: (row: GroupRow) => readonly unknown[] | undefined;
};
/** The figures of a page that are not the sums of its rows. Amounts are rounded once. */
type PageTotals = { payoutDollars?: number | null } & Partial<ReturnType<typeof marginOf>>;
export type ShapedReport = { answer: SitesAnswer; pageTotals: PageTotals };

/** True if rows have points: the brand shows them and rows are not by date (STAT-25). Totals have them by date too. */
export const canSeePoints = (actor: Actor, { keys }: Pick<SitesQuery, "keys">): boolean =>
  abilities(actor).seeLpp && !isByDate({ keys });

export function shapeReport(
  actor: Actor,
  sitesQuery: SitesQuery,
  { total, overall, types, items }: ReportData,
  before?: DataBefore,
): ShapedReport {
  const can = abilities(actor);
  const { payroll } = sitesQuery.variant;
  const points = canSeePoints(actor, sitesQuery);
  const none: Counts = payroll ? [0, 0, "0", "0"] : [0, 0];
  // A row is one object that is filled, since a page has thousands of counts and a copy of it would copy all of them.
  const addFigures = (row: Filled, of: Sums, countsOf: (type: Column) => Counts) => {
    const { raws, uniques, sales, bonusSales } = of;
    Object.assign(row, { raws, uniques });
    for (const type of types) addCounts(row, type, countsOf(type));
    const figures = { sales, bonusSales, bonusRatio: bonusRatio(of, payroll ? 100 : 0) };
    Object.assign(row, figures, payroll ? paidOf(of) : {}, can.seeEarning ? marginOf(of) : {});
  };
  const addAmounts = (row: Filled, { lpp, earn, bonusEarn }: Sums, withPoints: boolean) => {
    if (withPoints) Object.assign(row, { lpp });
    if (can.seeEarning) Object.assign(row, { earn: money(earn), bonusEarn: money(bonusEarn) });
  };
  const rowOf = (group: GroupRow) => {
    const { avpPeriod, avpSales, lppPrev } = group;
    const row = identity(can, sitesQuery, group);
    if (avpSales !== undefined) Object.assign(row, { avpPeriod, agent_avp_sales_count: Number(avpSales) });
    addFigures(row, group, ({ id }) => group.counts?.[id] ?? none);
    addAmounts(row, group, points);
    if (points) Object.assign(row, { lppPrev });
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
  const beforeOf = (sums: Sums, withPoints: boolean, countsOf: (type: Column) => Counts) => {
    const row: Filled = {};
    addFigures(row, sums, countsOf);
    addAmounts(row, sums, withPoints);
    return row as z.input<typeof Before>;
  };
  const comparedWith = ({ range, rowBefore, ...data }: DataBefore) => {
    const keyOf = (values: readonly unknown[]) => JSON.stringify(values);
    const byKey = new Map(data.items.map((group) => [keyOf(keyValues(sitesQuery, group)), group]));
    const ofAll = new Map(data.types.map((type) => [type.id, type.counts]));
    const rows = items.map((item) => {
      const key = rowBefore(item);
      if (!key) return null;
      const group = byKey.get(keyOf(key));
      return beforeOf(group ?? NO_SUMS, points, ({ id }) => group?.counts?.[id] ?? none);
    });
    return { range, rows, overall: beforeOf(data.overall, can.seeLpp, ({ id }) => ofAll.get(id) ?? none) };
  };
  const answer = {
    page: { items: items.map(rowOf), total },
    overall: totals(),
    earningVisible: can.seeEarning,
    useApproveSale: sitesQuery.useApproveSale,
    payoutVisible: can.seePayroll,
    types: types.flatMap((type) => typeInfos(type, sitesQuery.useApproveSale)),
    hasBonus: types.some(({ bonus }) => bonus),
    ...(before ? { compared: comparedWith(before) } : {}),
  };
  const pageTotals = {
    ...(payroll ? { payoutDollars: dollarsOf(items.flatMap(({ dollars }) => dollars ?? [])) } : {}),
    ...(can.seeEarning ? marginOf(sumOf(items)) : {}),
  };
  return { answer, pageTotals };
}

/** The sums of a page that its margin and shares are computed from. */
function sumOf(items: readonly GroupRow[]) {
  const sum = (valueOf: (row: GroupRow) => number) => items.reduce((total, row) => total + valueOf(row), 0);
  const amount = (valueOf: (row: GroupRow) => string | undefined) =>
    decimalText(items.reduce((total, row) => total + toCents(valueOf(row) ?? "0"), 0n));
  return {
    ...{ raws: sum(({ raws }) => raws), uniques: sum(({ uniques }) => uniques) },
    ...{ earn: amount(({ earn }) => earn), bonusEarn: amount(({ bonusEarn }) => bonusEarn) },
    ...{ payoutPhp: amount(({ payoutPhp }) => payoutPhp), dollars: items.flatMap(({ dollars }) => dollars ?? []) },
  };
}

/** A group of which nothing is stored. */
const NO_SUMS: Sums = {
  ...{ raws: 0, uniques: 0, sales: 0, bonusSales: 0, lpp: 0, lppPrev: 0, earn: "0", bonusEarn: "0" },
};

/** The keys of a row, in the order of the query. */
export const keyValues = ({ keys }: Pick<SitesQuery, "keys">, group: GroupRow): unknown[] =>
  keys.map((key) => group[answerKeyOf(key) as keyof GroupRow]);

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

/** The keys and names of a row. Managers and above see agent names, admins office names, everyone the IDs. */
function identity(can: Abilities, { keys }: SitesQuery, group: GroupRow): Filled {
  const row: Filled = {};
  const [ofAgent, ofOffice] = [keys.includes("agent"), keys.includes("company")];
  if (keys.includes("day")) row.date = group.date ?? undefined;
  if (ofAgent) {
    row.agentId = group.agentId ?? undefined;
    if (can.groupByAgent) Object.assign(row, { agent: group.agent ?? "", agentFullName: group.agentFullName ?? "" });
  }
  if (ofAgent || ofOffice) {
    row.companyId = group.companyId ?? undefined;
    if (can.groupByOffice) row.officeName = group.officeName ?? "";
  }
  if (keys.includes("link")) {
    const { typeId, typename, siteId, sitename } = group;
    Object.assign(row, { typeId, typename, siteId, sitename });
  }
  for (const key of keys.filter(isFurther).filter((key) => key !== "link")) {
    row[answerKeyOf(key)] = group[answerKeyOf(key) as keyof GroupRow] as string | number;
  }
  return row;
}
