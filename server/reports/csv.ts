import { stringify } from "csv-stringify/sync";
import { now } from "../kernel/periods/now";
import { zoneLabel } from "../kernel/periods";
import type { Column } from "./columns";

type Cells = Readonly<Record<string, number | string | null | undefined>>;

/**
 * A report as CSV, produced in pieces with the columns of its screen: a header with the period and the time zone of its
 * days, rows numbered across all pieces, and a total row. Text that a spreadsheet would read as a formula is escaped.
 * Amounts and percentages have two decimals; minus signs are kept.
 */
export function csvOf(columns: readonly Column[]) {
  let number = 0;
  const fixed = columns.map(({ kind }) => ["dollars", "pesos", "percent"].includes(kind));
  const shown = (value: number, { column }: { column?: number | string }) =>
    fixed[Number(column) - 1] ? value.toFixed(2) : String(value);
  const text = (records: (number | string)[][]) =>
    stringify(records, { escape_formulas: true, cast: { number: shown } });
  return {
    head(period?: string): string {
      const first = `No. (${[period, zoneLabel(now())].filter(Boolean).join(", ")})`;
      return text([[first, ...columns.map(headingOf)]]);
    },
    rows: (rows: readonly Cells[]): string =>
      text(rows.map((row) => [++number, ...columns.map((column) => cell(column, row))])),
    total: (label: string, sums: Cells): string =>
      text([[label, ...columns.map((column) => (column.total ? cell({ ...column, key: column.total }, sums) : ""))]]),
  };
}

/** A link's column is named by its site and link: `MLI Signup`. */
const headingOf = ({ site, label, sub }: Column): string => [site?.short, label, sub].filter(Boolean).join(" ");

/** An absent count or peso amount is 0. Any other absent value, and any unknown (null) value, is empty. */
function cell({ key, kind }: Column, row: Cells): number | string {
  const value = row[key];
  if (value === undefined) return kind === "count" || kind === "pesos" ? 0 : "";
  return value ?? "";
}
