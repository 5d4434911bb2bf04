import { csvText } from "../kernel/operation/csv";

export type Cell = string | number;

/** CSV. Text that a spreadsheet would read as a formula is escaped. All numbers are amounts with two decimals. */
export const amountsCsv = (records: Cell[][]): string =>
  csvText(
    records,
    records[0]?.map(() => true),
  );
