import type { ReactNode } from "react";
import type { Sort } from "./sort-link";

export type Column<Row> = {
  key: string;
  label: string;
  /** A second line of the head. */
  sub?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** A figure: right, in figures of one width. */
  numeric?: boolean;
  /** Names the row: a head of it, and the first that a narrow list shows. */
  head?: boolean;
  /** Stays in the first line of a row where the list is narrow. */
  telling?: boolean;
  /** The field that its head sorts by. */
  sort?: string | true;
  /** Never breaks: times, codes. */
  nowrap?: boolean;
  /** Holds the acts on the row; the last column, on the right. */
  acts?: boolean;
  /** Further classes of a cell, by its row. */
  tone?: (row: Row) => string | undefined;
};

export type Total = {
  label: string;
  /** What stands in place of its label, where that can be pressed. */
  name?: ReactNode;
  cells: Readonly<Record<string, ReactNode>>;
};

export type TableProps<Row> = {
  caption: string;
  /** The caption is for the ear alone, because the heading above says the same. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** A list folds on narrow screens; a report keeps its columns and scrolls; a small one has room for its few columns. */
  kind?: "list" | "report" | "small";
  sort?: Sort;
  /** Rows that can be chosen, under this field name; `form` is the id of the form that sends them, for rows have forms. */
  select?: { name: string; form?: string; value: (row: Row) => string | number; label: (row: Row) => string };
  totals?: readonly Total[];
  /** It is made for paper. */
  printed?: boolean;
  /** Instead of rows. */
  empty: ReactNode;
  rowTone?: (row: Row, index: number) => string | undefined;
};

/** Figures stand right and words left: in a report, which is nearly all figures, words are marked, elsewhere figures are. */
export function aligned(kind: TableProps<never>["kind"], { numeric, head }: { numeric?: boolean; head?: boolean }) {
  if (kind !== "report") return numeric ? "num" : undefined;
  return numeric || head ? undefined : "words";
}
