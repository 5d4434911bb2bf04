import { stringify } from "csv-stringify/sync";
import { now } from "../kernel/clock";
import { zoneLabel } from "../kernel/periods";
import type { Column } from "./columns";

type Cells = Readonly<Record<string, number | string | null | undefined>>;

/**
 * A report as comma-separated text, piece by piece, in the columns that its screen shows: a head that names what it
 * covers and the zone of its days, rows numbered through all pieces, a line of totals. A text that a spreadsheet would
 * take for a formula is quoted; amounts and shares have two decimals, minus signs stay.
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
      return text([[first, ...columns.map(({ label, sub }) => (sub ? `${label} ${sub}` : label))]]);
    },
    rows: (rows: readonly Cells[]): string =>
      text(rows.map((row) => [++number, ...columns.map((column) => cell(column, row))])),
    total: (label: string, sums: Cells): string =>
      text([[label, ...columns.map((column) => (column.total ? cell({ ...column, key: column.total }, sums) : ""))]]),
  };
}

/** What a piece does not count it has none of; what is not known is empty. */
function cell({ key, kind }: Column, row: Cells): number | string {
  const value = row[key];
  if (value === undefined) return kind === "count" || kind === "pesos" ? 0 : "";
  return value ?? "";
}
