import { aligned, type Column, pinned, type TableProps } from "./column";

type Shape<Row> = Pick<TableProps<Row>, "kind" | "columns" | "rows" | "select">;

/** Lists with as many columns scroll in a frame of their own in windows that are too narrow for them. */
const MANY = 7;
/** From this number of columns on, a list has figures a size smaller and heads of two lines. */
const DENSE = 9;
/** A report of no more columns is not stretched over the page: a figure stays near the name of its row. */
const FEW = 4;
/** A card on a phone has three values on a line; this number is two by two. */
const ON_TWO_LINES = 4;
/** From this number of columns on, a report has smaller figures on paper. */
export const TIGHT = 14;

export const hasFrame = <Row>({ kind, columns }: Shape<Row>): boolean => kind === "list" && columns.length >= MANY;

/**
 * The kind of table, and whether it has few or many columns or no rows. These are classes because a style sheet that asked for
 * them with `:has` would make a browser style every cell again whenever a script changes one row.
 */
export function tableClass<Row>({ kind, columns, rows }: Shape<Row>): string | undefined {
  const blank = rows.length === 0 && "blank";
  if (kind === "report") return joined(kind, columns.length >= TIGHT && "tight", columns.length <= FEW && "few", blank);
  const labelled = columns.filter((column) => cellLabel(kind, column) && !column.amount && !column.long);
  return joined(
    kind,
    kind === "list" && columns.length >= DENSE && "dense",
    labelled.length === ON_TWO_LINES && "four",
    blank,
  );
}

/** The classes of a column's cells in every row. */
export function cellClass<Row>(kind: TableProps<Row>["kind"], column: Column<Row>): string | undefined {
  const { numeric, head, primary, nowrap, acts, screenOnly, long, amount } = column;
  return joined(
    aligned(kind, { numeric, head }),
    nowrap && "nowrap",
    pinned(column),
    acts && "row-acts",
    screenOnly && "no-print",
    primary && !head && kind === "list" && "tell",
    long && kind === "list" && "long",
    amount && kind === "list" && "edge",
  );
}

/** The label of a cell, which a list on a phone shows above it. */
export function cellLabel<Row>(kind: TableProps<Row>["kind"], column: Column<Row>): string | undefined {
  const { label, sub, head, primary, acts } = column;
  if (kind !== "list" || head || primary || acts) return undefined;
  // The days of a period would fill a card, and the label names the period without them.
  return [label, sub && !/\d/.test(sub) && sub].filter(Boolean).join(" ") || undefined;
}

export const joined = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(" ") || undefined;
