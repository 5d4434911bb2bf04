import { identifier, join, nothing, sql, type Statement } from "../kernel/database/sql";
import { atTier, bonusPesos, salePesos, tierDollars } from "../payroll";

/** A column of a report's relations: a measure, or a value that only some of its sources have. */
export type Column = {
  name: Statement;
  /** Expression over a row of its source: a roll-up, or in a payroll `r` and `t` (server/payroll/tiers.ts). */
  from: Statement;
  /** Value in rows of the other sources. */
  empty: Statement;
};

export type Measure = Column & {
  unit: "count" | "points" | "dollars" | "pesos";
  /** The summed expression, over the columns. */
  value: Statement;
  /** Key of the figure in rows and totals. A measure without one only serves to compute others. */
  key?: string;
};
type Figure = Measure & { key: string };

function measure(column: string, unit: Measure["unit"], more: Partial<Measure> = {}): Measure {
  const name = identifier(column);
  return { name, unit, from: name, value: name, empty: sql`0`, ...more };
}

const points = sql`lpp + bonus_lpp`;

/** Measures by source. Every list of columns, zeros and sums in the reports is generated from these. */
export const clickMeasures = [
  measure("raws", "count", { key: "raws" }),
  measure("uniques", "count", { key: "uniques" }),
];
export const saleMeasures = [
  measure("events", "count"),
  measure("sales", "count", { key: "sales" }),
  measure("bonus_sales", "count", { key: "bonusSales" }),
  measure("earning", "dollars", { key: "earn" }),
  measure("bonus_earning", "dollars", { key: "bonusEarn" }),
  measure("lpp", "points", { key: "lpp", from: points }),
];
/** Measures of the period before. */
export const previousMeasures = [measure("lpp_prev", "points", { key: "lppPrev", from: points })];
const pesos = [
  measure("payout", "pesos", { key: "payout", from: sql`r.payout` }),
  measure("bonus_payout", "pesos", { key: "bonusPayout", from: bonusPesos }),
  measure("sale_php", "pesos", { from: salePesos }),
];
/** Dollars are computed by half-month: amounts paid by tier, plus all other pesos at the half-month's rate. */
const halves: Column[] = [
  { name: sql`half`, from: sql`r.half`, empty: sql`NULL::date` },
  { name: sql`at_tier`, from: atTier, empty: sql`FALSE` },
];
const paidByTier = measure("tier_dollars", "dollars", { from: tierDollars });
/** Computed from two other measures. */
const paid = measure("payout_php", "pesos", { key: "payoutPhp", value: sql`sale_php + bonus_payout` });

export const typeId: Column = { name: sql`type_id`, from: sql`type_id`, empty: sql`NULL::int` };
/** The day and office of a group's latest figures as one number: days since 1900 times 2^31, plus the office's ID. */
export const latest: Column = {
  name: sql`latest`,
  from: sql`max((day - date '1900-01-01') * 2147483648 + company_id)`,
  empty: sql`NULL::bigint`,
};

/** Whether the report has pay: a payroll, and every report for those who see what pay leaves of the earnings. */
type Pays = { pays: boolean };
export const pesoMeasures = ({ pays }: Pays): Measure[] => (pays ? pesos : []);
export const halfColumns = ({ pays }: Pays): Column[] => (pays ? halves : []);
export const tierMeasures = ({ pays }: Pays): Measure[] => (pays ? [paidByTier] : []);
/** The measures of a group by link. */
export const measuresOf = (sitesQuery: Pays): Measure[] => [
  ...clickMeasures,
  ...saleMeasures,
  ...previousMeasures,
  ...pesoMeasures(sitesQuery),
];
/** The figures of a group and of the totals. */
export const figuresOf = (sitesQuery: Pays): Figure[] =>
  [...measuresOf(sitesQuery), ...(sitesQuery.pays ? [paid] : [])].filter((each): each is Figure => "key" in each);

/** The measures of sold rows, which have a link. */
export const soldMeasures = (sitesQuery: Pays): Measure[] => [...saleMeasures, ...pesoMeasures(sitesQuery)];

/** `raws, uniques`, or with a relation `r.raws, r.uniques`. */
export const columnNames = (columns: readonly Column[], relation?: Statement): Statement =>
  join(columns.map(({ name }) => (relation ? sql`${relation}.${name}` : name)));
/** The select list of a source: `sales, lpp + bonus_lpp AS lpp`. */
export const selected = (columns: readonly Column[]): Statement =>
  join(columns.map(({ name, from }) => (from === name ? name : sql`${from} AS ${name}`)));
/** `0 AS raws, 0 AS uniques`. */
export const zeros = (columns: readonly Column[]): Statement =>
  join(columns.map(({ name, empty }) => sql`${empty} AS ${name}`));
/** `sum(raws) AS raws, sum(uniques) AS uniques`. */
export const sums = (measures: readonly Measure[]): Statement =>
  join(measures.map(({ name, value }) => sql`sum(${value}) AS ${name}`));

/** Members of a JSON object: `'raws', raws, 'earn', earning::text`. Money is returned as text to stay exact. */
export const jsonMembers = (figures: readonly Figure[], valueOf: (figure: Figure) => Statement): Statement =>
  join(
    figures.map((figure) => {
      const isMoney = figure.unit === "dollars" || figure.unit === "pesos";
      return sql`'${identifier(figure.key)}', ${valueOf(figure)}${isMoney ? sql`::text` : nothing}`;
    }),
  );

/** A source of a union: a relation, the columns that it has, and additional expressions selected from it. */
export type Branch = { rows: Statement; has: readonly Column[]; beside?: Statement };

/** The union of several sources with all of the columns. Columns that a source does not have get their empty value. */
export const unionAll = (columns: readonly Column[], branches: readonly Branch[]): Statement =>
  join(
    branches.map(({ rows, beside, has }) => {
      const each = columns.map((column) => (has.includes(column) ? column.name : zeros([column])));
      return sql`SELECT ${join(beside ? [beside, ...each] : each)} FROM ${rows}`;
    }),
    sql` UNION ALL `,
  );
