import { z } from "zod";
import { one, rows } from "./database";
import { Flag, Verbatim } from "./input";
import { all, nothing, sql, type Statement } from "./sql";

// SQL by hand: the frame of every list: a page and its total are one statement.

/** Paging, sorting and criteria of lists: parsed the same for screens and calls. */

export const PAGE_SIZE = 50;

/** page from 1, pageSize 1 to 500 (default 50), sortField out of `fields`, sortAsc. */
export const Paging = <F extends string>(fields: readonly [F, ...F[]], first: F, ascending = true) =>
  z.object({
    page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    sortField: z.enum(fields, "This column cannot be sorted.").default(first as never),
    sortAsc: Flag.default(ascending),
  });

export type Paged = { page: number; pageSize: number };

/** A list's answer. */
export const List = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), totalIsEstimate: z.boolean().optional() });

export const limit = ({ page, pageSize }: Paged): Statement => sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;

export type Listing = {
  columns: Statement;
  from: Statement;
  where: Statement;
  order: Statement;
  /** What the rows are counted in, where that is less than what they are read from. */
  countedIn?: Statement;
};

/** A page of rows, and how many there are in all, of one moment: one statement tells both. */
export async function pageOf<Row extends object>(
  listing: Listing,
  asked: Paged,
): Promise<{ found: Row[]; total: number }> {
  const found = await rows<Row & { total: number }>(pageStatement(listing, asked));
  // Behind the last page there is no row to tell it.
  const telling =
    found[0] ?? (asked.page > 1 ? await one<{ total: number }>(sql`SELECT ${totalOf(listing)}`) : undefined);
  return { found, total: telling?.total ?? 0 };
}

export const pageStatement = (listing: Listing, asked: Paged): Statement => {
  const { columns, from, where, order } = listing;
  return sql`SELECT ${columns}, ${totalOf(listing)} FROM ${from} WHERE ${where} ${order} ${limit(asked)}`;
};

const totalOf = ({ from, where, countedIn = from }: Listing): Statement =>
  sql`(SELECT count(*) FROM ${countedIn} WHERE ${where}) AS total`;

/** ORDER BY the column that stands for the field, then by the id, so that the order is total. */
export function orderBy<F extends string>(
  columns: Readonly<Record<F, Statement>>,
  { sortField, sortAsc }: { sortField: F; sortAsc: boolean },
  id: Statement,
): Statement {
  const direction = sortAsc ? sql` ASC NULLS FIRST` : sql` DESC NULLS LAST`;
  return sql`ORDER BY ${columns[sortField]}${direction}, ${id}${sortAsc ? nothing : sql` DESC`}`;
}

const Value = z.union([Verbatim(255), z.number(), z.boolean(), z.null()]);

/** `criteria` of search calls: fields out of an allow-list, with or without their table; empty values are dropped. */
export const Criteria = <F extends string>(fields: readonly [F, ...F[]]) =>
  z
    .array(
      z.object({
        field: z
          .string()
          .transform((name) => (fields.includes(name as F) ? name : name.slice(name.lastIndexOf(".") + 1)))
          .pipe(z.enum(fields, "This field cannot be searched.")),
        operator: z.enum(["AND", "OR"]).default("AND"),
        comparison: z.enum(["=", "LIKE", ">=", "<="]).default("="),
        value: Value.optional(),
      }),
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

/** The criteria as one condition. Texts are compared without regard to case; `flags` are the columns that are yes or no. */
export function matching<F extends string>(
  columns: Readonly<Record<F, Statement>>,
  criteria: readonly Criterion<F>[],
  flags: readonly F[] = [],
): Statement {
  return (
    criteria.reduce<Statement | undefined>((before, { field, operator, comparison, value }) => {
      const here = compared(columns[field], comparison, flags.includes(field) ? truth(value) : value);
      if (!before) return here;
      return operator === "OR" ? sql`(${before} OR ${here})` : sql`(${before} AND ${here})`;
    }, undefined) ?? all([])
  );
}

// Whatever kind of value was sent, the statement must stand: texts are compared as texts, bounds as JSON values.
function compared(column: Statement, comparison: Criterion<string>["comparison"], value: unknown): Statement {
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

const truth = (value: Criterion<string>["value"]) =>
  String(value) === "1" ? true : String(value) === "0" ? false : value;
