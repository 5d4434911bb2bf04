import type { CSSProperties } from "react";
import { aligned, type Column, pinned, type TableProps } from "./column";

type Shape<Row> = Pick<TableProps<Row>, "kind" | "columns" | "rows" | "select" | "totals">;

/** Lists with as many columns stack them on tablets, too (`styles/stacked.css`). */
const MANY = 7;
/** From this number of columns on, a report has smaller figures on paper. */
export const TIGHT = 14;

const positionOf = ({ select }: { select?: unknown }, index: number): number => index + (select ? 2 : 1);

/**
 * The kind of table, and which of its columns have figures (`num` and a position) or never wrap (`one` and a position).
 * The style sheet applies both to the cells by their position (`styles/columns.css`), so that no cell repeats them.
 * Whether it has many columns, no rows or totals is a class, too: if the style sheet asked for these with `:has`, a
 * browser would style every cell again whenever a script changes one row.
 */
export function tableClass<Row>(table: Shape<Row>): string | undefined {
  const { columns, rows, select, totals = [] } = table;
  if (table.kind === "report") return joined(table.kind, columns.length >= TIGHT && "tight");
  const last = positionOf(table, columns.length - 1);
  const marks = columns.map(({ numeric, nowrap }, index) => {
    const position = positionOf(table, index);
    return joined(numeric && `num${position}`, nowrap && `one${position}`);
  });
  const size = [
    last >= MANY && "many",
    last >= 10 && "cols10",
    columns.length >= 12 && "cols12",
    select && "ticks",
    rows.length === 0 && "blank",
  ];
  return joined(table.kind, ...size, rows.length > 0 && totals.length > 0 && "summed", ...marks);
}

/** The columns' labels, which the style sheet shows inside the cells of a narrow list. */
export function labelStyle<Row>(table: Shape<Row>): CSSProperties | undefined {
  if (table.kind !== "list") return undefined;
  const labels = table.columns.map(({ label, sub, head, primary, acts }, index) => {
    const text = head || primary || acts ? "" : [label, sub].filter(Boolean).join(" ");
    return [`--c${positionOf(table, index)}`, JSON.stringify(text)] as const;
  });
  return Object.fromEntries(labels.filter(([, text]) => text !== '""'));
}

/** The classes of a column's cells in every row. */
export function cellClass<Row>(kind: TableProps<Row>["kind"], column: Column<Row>): string | undefined {
  const { numeric, head, primary, nowrap, acts, pin, screenOnly, long } = column;
  return joined(
    kind === "report" && aligned(kind, { numeric, head }),
    kind === "report" && nowrap && "nowrap",
    pinned({ pin }),
    acts && "row-acts",
    screenOnly && "no-print",
    primary && kind === "list" && "tell",
    long && kind === "list" && "long",
  );
}

export const joined = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(" ") || undefined;
