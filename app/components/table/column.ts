import type { ReactNode } from "react";
import type { Sort } from "./sort-link";

/** HTML of a cell that is written without React. */
export type Html = { readonly html: string; readonly tone?: string };

export const isHtml = (content: ReactNode | Html): content is Html =>
  typeof content === "object" && content !== null && "html" in content;

export type Column<Row> = {
  key: string;
  label: string;
  /** Second line of the column header. */
  sub?: string;
  /** Explains the column header. */
  title?: string;
  /** Heading above this column and its neighbours of the same group. `title` explains it. */
  group?: { label: string; title?: string };
  /** The text of a numeric column is set as a figure. */
  cell: (row: Row, index: number) => ReactNode | Html;
  /** Right-aligned, with tabular figures. */
  numeric?: boolean;
  /** Row header. In a narrow list it comes first. */
  head?: boolean;
  /** Stays on the first line of the row in a narrow list. */
  primary?: boolean;
  /** Sort field of the header link; `true` means the column's key. */
  sort?: string | true;
  /**
   * The amount of the row, or what decides on its amounts: at the right edge of its card in a narrow list, with its label,
   * below what is `primary` or in its place.
   */
  amount?: boolean;
  /** Stays at the right edge of a wide report, or beside the column that does. */
  pin?: "edge" | "beside";
  /** Has long texts, such as e-mail addresses: on a phone it has a line of its own. */
  long?: boolean;
  /** Never wraps: times, codes. */
  nowrap?: boolean;
  /** Contains the row's actions. Always the last column, right-aligned. Not printed. */
  acts?: boolean;
  /** Left out in print: passwords, and what has to be opened to be read. */
  screenOnly?: boolean;
  /** Additional classes of a cell, depending on its row. */
  tone?: (row: Row) => string | undefined;
};

export type Total = {
  label: string;
  /** A part of the sum below it, or a ratio: quieter than the sum. */
  part?: boolean;
  /** Its zeros have no class of their own, like those of the rows. */
  plain?: boolean;
  /** Replaces the label when the label is a control. */
  name?: ReactNode;
  cells: Readonly<Record<string, ReactNode>>;
};

export type TableProps<Row> = {
  caption: string;
  /** Shows the caption to screen readers only, because the visible heading has the same text. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** On phones a list shows its rows as cards and a report scrolls. A small table always fits. */
  kind?: "list" | "report" | "small";
  sort?: Sort;
  /**
   * Adds a checkbox with this field name to each row. `form` is the id of the form that submits the checkboxes: forms
   * cannot be nested, and rows contain forms of their own.
   */
  select?: {
    name: string;
    form?: string;
    value: (row: Row) => string | number;
    label: (row: Row) => string;
    /** The values that a rejected form had ticked. */
    ticked?: unknown;
    /** Rows for which this returns false have no checkbox. */
    when?: (row: Row) => boolean;
  };
  /** Shown below the row while its <RowOpener> is open. */
  more?: (row: Row) => ReactNode;
  totals?: readonly Total[];
  /** Renders the print version. */
  printed?: boolean;
  /** On paper a row group shows the columns before and after those of the links only. */
  brief?: { before: number; after: number };
  /** Shown when there are no rows. */
  empty: ReactNode;
  rowTone?: (row: Row, index: number) => string | undefined;
  /** Rows get the id `r{id}`, so that an address can name the row that was saved. One table of a page may have it. */
  addressed?: (row: Row) => number | null;
};

/**
 * Figures are right-aligned, words left-aligned. Only the rarer kind gets a class: words in a report, figures in other
 * tables.
 */
export function aligned(kind: TableProps<never>["kind"], { numeric, head }: { numeric?: boolean; head?: boolean }) {
  if (kind !== "report") return numeric ? "num" : undefined;
  return numeric || head ? undefined : "words";
}

/** The class of a column that stays in sight. */
export const pinned = ({ pin }: { pin?: "edge" | "beside" }): string | undefined =>
  pin && (pin === "edge" ? "pin" : "pin beside");
