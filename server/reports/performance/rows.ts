import { z } from "zod";
import { queryRows } from "../../kernel/database/transactions";
import { progress, type Range } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { sql, type Statement } from "../../kernel/database/sql";
import { saleRows } from "../source";

// SQL by hand: the sales of offices in two periods.

export const sortFields = ["name", "sales1", "sales2", "progress"] as const;

/** The sales of an office in an earlier and a later period, and its growth between them in percent, not rounded. */
export const Performance = z.object({
  companyId: z.int(),
  name: z.string(),
  sales1: z.int(),
  sales2: z.int(),
  progress: z.number(),
});
type Row = z.output<typeof Performance>;

/** The same for all offices together. */
export const Total = Performance.omit({ companyId: true, name: true });

export function totalOf(rows: readonly Row[]): z.output<typeof Total> {
  const sum = (key: "sales1" | "sales2") => rows.reduce((all, row) => all + row[key], 0);
  const [sales1, sales2] = [sum("sales1"), sum("sales2")];
  return { sales1, sales2, progress: progress(sales1, sales2) };
}

export type Compared = {
  one: Range;
  two: Range;
  sort: { sortField: (typeof sortFields)[number]; sortAsc: boolean };
};

/** The offices that the account may see and that have sales in one of the two periods; ties by name. */
export async function performance(actor: Actor, { one, two, sort }: Compared): Promise<Row[]> {
  const records = await queryRows<Omit<Row, "progress">>(performanceStatement(actor, one, two));
  const compared = records.map((row): Row => ({ ...row, progress: progress(row.sales1, row.sales2) }));
  const direction = sort.sortAsc ? 1 : -1;
  // The statement sorts by name, and the stable sort below keeps that order for ties.
  if (sort.sortField === "name") return sort.sortAsc ? compared : compared.reverse();
  const { sortField } = sort;
  return compared.sort((a, b) => direction * (a[sortField] - b[sortField]));
}

export const performanceStatement = (actor: Actor, one: Range, two: Range): Statement => sql`
  SELECT offices.id AS "companyId", office_name AS name, coalesce(first.sales, 0)::int AS sales1,
    coalesce(second.sales, 0)::int AS sales2
  FROM offices
  LEFT JOIN (${salesOf(actor, one)}) AS first ON first.company_id = offices.id
  LEFT JOIN (${salesOf(actor, two)}) AS second ON second.company_id = offices.id
  WHERE first.sales <> 0 OR second.sales <> 0
  ORDER BY lower(office_name), offices.id`;

const salesOf = (actor: Actor, range: Range): Statement => sql`
  SELECT company_id, sum(sales) AS sales FROM (${saleRows(actor, {}, { range, byDay: false })}) AS rows GROUP BY company_id`;
