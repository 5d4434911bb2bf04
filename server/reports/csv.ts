import type { Column } from "./columns";
import { csvText } from "../kernel/operation/csv";

type Cells = Readonly<Record<string, number | string | null | undefined>>;

/**
 * A report as CSV, produced in pieces with the columns of its screen: a header, rows numbered across all pieces, and a
 * total row. Amounts and percentages have two decimals.
 */
export function csvOf(columns: readonly Column[]) {
  let number = 0;
  const fixed = [false, ...columns.map(({ kind }) => ["dollars", "pesos", "percent", "margin"].includes(kind))];
  return {
    head: (): string => csvText([["No.", ...columns.map(headingOf)]]),
    rows: (rows: readonly Cells[]): string =>
      csvText(
        rows.map((row) => [++number, ...columns.map((column) => cell(column, row))]),
        fixed,
      ),
    total: (label: string, sums: Cells): string =>
      csvText(
        [[label, ...columns.map((column) => (column.total ? cell({ ...column, key: column.total }, sums) : ""))]],
        fixed,
      ),
  };
}

/** A link's column is named by its site and link: `MLI Signup`. */
const headingOf = ({ site, label, exportLabel = label, sub }: Column): string =>
  [site?.short, exportLabel, sub].filter(Boolean).join(" ");

/** An absent count or peso amount is 0. Any other absent value, and any unknown (null) value, is empty. Shares have four decimals. */
function cell({ key, kind }: Column, row: Cells): number | string {
  const value = row[key];
  if ((kind === "perClick" || kind === "perUnique") && typeof value === "number") return Number(value.toFixed(4));
  if (value === undefined) return kind === "count" || kind === "pesos" ? 0 : "";
  return value ?? "";
}
