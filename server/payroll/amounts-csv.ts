import { stringify } from "csv-stringify/sync";

export type Cell = string | number;

/** CSV. Text that a spreadsheet would read as a formula is escaped. All numbers are amounts with two decimals. */
export const amountsCsv = (records: Cell[][]): string =>
  stringify(records, { escape_formulas: true, cast: { number: (amount) => amount.toFixed(2) } });
