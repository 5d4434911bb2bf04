import { z } from "zod";
import { queryRows } from "../../kernel/database/transactions";
import { progress, type Range } from "../../trade/periods";
import type { Actor } from "../../kernel/operation/roles";
import { sql, type Statement } from "../../kernel/database/sql";
import type { Grouping } from "../grouping-choice";
import { saleRows } from "../source";

export const sortFields = ["name", "sales1", "sales2", "progress"] as const;

/**
 * The sales of an office or an agent in an earlier and a later period, and the growth between them in percent, not
 * rounded. `name` is the office's name or the agent's username. `companyId` is the agent's current office.
 */
export const Performance = z.object({
  companyId: z.int(),
  agentId: z.int().optional(),
  name: z.string(),
  /** First and last name; null for a deleted agent. */
  agentName: z.string().nullish(),
  sales1: z.int(),
  sales2: z.int(),
  progress: z.number(),
});
type Row = z.output<typeof Performance>;

/** The same for all rows together. */
export const Total = Performance.pick({ sales1: true, sales2: true, progress: true });

export function totalOf(rows: readonly Row[]): z.output<typeof Total> {
  const sum = (key: "sales1" | "sales2") => rows.reduce((all, row) => all + row[key], 0);
  const [sales1, sales2] = [sum("sales1"), sum("sales2")];
  return { sales1, sales2, progress: progress(sales1, sales2) };
}

export type Compared = {
  one: Range;
  two: Range;
  groupBy: Grouping;
  /** Only the sales of this office. */
  companyId?: number;
  sort: { sortField: (typeof sortFields)[number]; sortAsc: boolean };
};

/** The offices or agents that the account may see and that have sales in one of the two periods; ties by name. */
export async function performance(actor: Actor, compared: Compared): Promise<Row[]> {
  const records = await queryRows<Omit<Row, "progress">>(performanceStatement(actor, compared));
  const rows = records.map((row): Row => ({ ...row, progress: progress(row.sales1, row.sales2) }));
  const { sortField, sortAsc } = compared.sort;
  const direction = sortAsc ? 1 : -1;
  // The statement sorts by name, and the stable sort below keeps that order for ties.
  if (sortField === "name") return sortAsc ? rows : rows.reverse();
  return rows.sort((a, b) => direction * (a[sortField] - b[sortField]));
}

const sources = {
  company: {
    key: sql`company_id`,
    columns: sql`offices.id AS "companyId", office_name AS name`,
    from: sql`offices`,
    id: sql`offices.id`,
    order: sql`office_name COLLATE by_name, offices.id`,
  },
  agent: {
    key: sql`agent_id`,
    columns: sql`
      agents.id AS "agentId", agents.company_id AS "companyId",
      CASE WHEN deleted_at IS NULL THEN first_name || ' ' || last_name END AS "agentName",
      CASE WHEN deleted_at IS NULL THEN username ELSE 'deleted agent' END AS name`,
    from: sql`agents JOIN accounts ON accounts.id = agents.account_id`,
    id: sql`agents.id`,
    order: sql`username COLLATE by_name, agents.id`,
  },
};

export function performanceStatement(
  actor: Actor,
  { one, two, groupBy, companyId }: Omit<Compared, "sort">,
): Statement {
  const { key, columns, from, id, order } = sources[groupBy];
  const salesOf = (range: Range) => sql`
    SELECT ${key} AS id, sum(sales) AS sales FROM (${saleRows(actor, { companyId }, { range, byDay: false })}) AS rows
    GROUP BY ${key}`;
  return sql`
    SELECT ${columns}, coalesce(first.sales, 0)::int AS sales1, coalesce(second.sales, 0)::int AS sales2
    FROM ${from}
    LEFT JOIN (${salesOf(one)}) AS first ON first.id = ${id}
    LEFT JOIN (${salesOf(two)}) AS second ON second.id = ${id}
    WHERE first.sales <> 0 OR second.sales <> 0
    ORDER BY ${order}`;
}
