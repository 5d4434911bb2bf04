import { z } from "zod";
import { queryOne, queryRows } from "../database/transactions";
import { followById, type Followed } from "./cursor";
import { Flag, Id, Verbatim } from "./input";
import { all, nothing, sql, type Statement } from "../database/sql";
import { folded } from "../text/characters";

/** Paging, sorting and search criteria of lists, parsed the same for screens and API calls. */

export const PAGE_SIZE = 50;

/** Schema of paging: page from 1, pageSize 1 to 500 (default 50), sortField from `fields`, sortAsc. */
export const Paging = <F extends string>(fields: readonly [F, ...F[]], first: F, ascending = true) =>
  z.object({
    page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    sortField: z.enum(fields, "This column cannot be sorted.").default(first as never),
    sortAsc: Flag.default(ascending),
  });

export type Paged = { page: number; pageSize: number };

/** Schema of a list response. */
export const List = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int() });
/** The same for a screen whose rows may be too many to count. */
export const EstimatedList = <T extends z.ZodType>(item: T) =>
  List(item).extend({ totalIsEstimate: z.boolean().optional() });

/** The same for a call. */
export const CutList = <T extends z.ZodType>(item: T) => List(item).extend(cutTotal);
export const cutTotal = {
  total: z
    .int()
    .nullable()
    .describe("Number of all rows, not only of this page; null if there are too many to count in time."),
  hasMore: z.boolean().optional().describe("Whether rows follow this page. Only if `total` is null."),
};

type Estimated = { total: number; totalIsEstimate?: boolean | undefined };

/** The total of a call: exact, or null and whether rows follow. */
export const totalOrNull = ({ total, totalIsEstimate }: Estimated, hasMore: boolean) =>
  totalIsEstimate ? { total: null, hasMore } : { total };

/** `more` rows of the next page may be read, to learn whether there are any. */
export const limit = ({ page, pageSize }: Paged, more = 0): Statement =>
  sql`LIMIT ${pageSize + more} OFFSET ${(page - 1) * pageSize}`;

export type PageQuery = {
  columns: Statement;
  from: Statement;
  where: Statement;
  order: Statement;
  /** With it, the list can be read in the order of this ID (`after`). */
  cursor?: { name: string; id: Statement };
  /** Tables to count in, if counting needs fewer than `from` has. Default: `from`. */
  countFrom?: Statement;
};

/** A page of rows and the total number of rows, read in one statement so that they are consistent. */
export async function queryPage<Row extends object>(
  listing: PageQuery,
  paging: Paged & { after?: string | undefined },
): Promise<{ rows: Row[]; total: number } & Followed> {
  const { after, ...rest } = paging;
  const { cursor } = listing;
  if (after !== undefined && cursor) {
    const read = (above: number, most: number) =>
      queryRows<Row & { position: number }>(followStatement({ ...listing, cursor }, above, most));
    return followById(cursor.name, { ...rest, after }, ({ position }) => Number(position), read);
  }
  const pageRows = await queryRows<Row & { total: number }>(pageStatement(listing, paging), { plan: "prepared" });
  // A page beyond the last one has no row that carries the total.
  const firstRow =
    pageRows[0] ?? (paging.page > 1 ? await queryOne<{ total: number }>(sql`SELECT ${totalOf(listing)}`) : undefined);
  return { rows: pageRows, total: firstRow?.total ?? 0 };
}

/** The row to show, such as one that was just saved: the list opens at its page. */
export const ShownRow = z.object({ row: Id.optional() });

/** The page with this row; the page of the query if it names another, or if the list does not have the row. */
export async function pageOfRow(
  { from, where, order }: Omit<PageQuery, "columns">,
  id: Statement,
  { row, page, pageSize }: Paged & z.output<typeof ShownRow>,
): Promise<number> {
  if (row === undefined || page !== 1) return page;
  const listed = await queryOne<{ position: number }>(sql`
    SELECT position::int FROM (SELECT ${id} AS id, row_number() OVER (${order}) AS position FROM ${from} WHERE ${where}) listed
    WHERE listed.id = ${row}`);
  return listed ? Math.ceil(listed.position / pageSize) : page;
}

export const pageStatement = (listing: PageQuery, paging: Paged): Statement => {
  const { columns, from, where, order } = listing;
  return sql`SELECT ${columns}, ${totalOf(listing)} FROM ${from} WHERE ${where} ${order} ${limit(paging)}`;
};

const followStatement = (
  { columns, from, where, cursor: { id } }: PageQuery & { cursor: { id: Statement } },
  above: number,
  most: number,
): Statement =>
  sql`SELECT ${columns}, ${id} AS position FROM ${from} WHERE ${where} AND ${id} > ${above} ORDER BY ${id} LIMIT ${most}`;

const totalOf = ({ from, where, countFrom = from }: PageQuery): Statement =>
  sql`(SELECT count(*) FROM ${countFrom} WHERE ${where}) AS total`;

/** ORDER BY the column of the sort field, then by id to make the order total. NULLs sort lowest. */
export function orderBy<F extends string>(
  columns: Readonly<Record<F, Statement>>,
  { sortField, sortAsc }: { sortField: F; sortAsc: boolean },
  id: Statement,
): Statement {
  const direction = sortAsc ? sql` ASC NULLS FIRST` : sql` DESC NULLS LAST`;
  return sql`ORDER BY ${columns[sortField]}${direction}, ${id}${sortAsc ? nothing : sql` DESC`}`;
}

const Value = z.union([Verbatim(255), z.number(), z.boolean(), z.null()]);

const withoutTable = (fields: readonly string[], name: unknown): unknown =>
  typeof name === "string" && !fields.includes(name) ? name.slice(name.lastIndexOf(".") + 1) : name;

/**
 * Schema of the `criteria` of search calls. Fields come from an allow-list and may be prefixed with their table.
 * Criteria with empty values are dropped.
 */
export const Criteria = <F extends string>(fields: readonly [F, ...F[]]) =>
  z
    .array(
      z.object({
        field: z.preprocess((name) => withoutTable(fields, name), z.enum(fields, "This field cannot be searched.")),
        operator: z.enum(["AND", "OR"]).default("AND"),
        comparison: z.enum(["=", "LIKE", ">=", "<="]).default("="),
        value: Value.optional(),
      }),
      "Please send a list of objects with field, comparison and value.",
    )
    .max(50)
    .default([])
    .transform((criteria) => criteria.filter(({ value }) => value !== undefined && value !== null && value !== ""));

export type Criterion<F extends string> = {
  field: F;
  operator: "AND" | "OR";
  comparison: "=" | "LIKE" | ">=" | "<=";
  value?: string | number | boolean | null;
};

/**
 * Combines criteria into one condition, from left to right. Text ignores case. `flags` are the boolean columns, `names`
 * those whose accents and width are ignored too.
 */
export function matching<F extends string>(
  columns: Readonly<Record<F, Statement>>,
  criteria: readonly Criterion<F>[],
  { flags = [], names = [] }: { flags?: readonly F[]; names?: readonly F[] } = {},
): Statement {
  return (
    criteria.reduce<Statement | undefined>((previous, { field, operator, comparison, value }) => {
      const condition = names.includes(field)
        ? comparisonSql(sql`folded(${columns[field]})`, comparison, typeof value === "string" ? folded(value) : value)
        : comparisonSql(columns[field], comparison, flags.includes(field) ? parseFlag(value) : value);
      if (!previous) return condition;
      return operator === "OR" ? sql`(${previous} OR ${condition})` : sql`(${previous} AND ${condition})`;
    }, undefined) ?? all([])
  );
}

// The statement must not fail for any type of value: equality compares text, and bounds compare JSON values.
function comparisonSql(column: Statement, comparison: Criterion<string>["comparison"], value: unknown): Statement {
  const text = String(value);
  switch (comparison) {
    case "=":
      return sql`lower(${column}::text) = lower(${text})`;
    case "LIKE":
      return sql`${column}::text ILIKE ${/(^|[^\\])(\\\\)*\\$/.test(text) ? `${text}\\` : text}`;
    case ">=":
      return sql`to_jsonb(${column}) >= ${JSON.stringify(value)}::jsonb`;
    case "<=":
      return sql`to_jsonb(${column}) <= ${JSON.stringify(value)}::jsonb`;
  }
}

const parseFlag = (value: Criterion<string>["value"]) =>
  String(value) === "1" ? true : String(value) === "0" ? false : value;
