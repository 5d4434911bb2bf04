import { stringify } from "csv-stringify/sync";
import { now } from "../../kernel/periods/now";
import { readTransaction } from "../../kernel/database/transactions";
import { zoneLabel } from "../../kernel/periods";
import type { Kind } from "./kind";
import type { Question } from "./question";
import { streamLog } from "./stream";

export type CsvColumn<R> = {
  label: string;
  cell: (row: R) => string | number | null | undefined;
  /** Format as a number with two decimals. */
  money?: boolean;
};

/** A column of US Eastern times. Its heading has the current time zone label. Each time has its own offset. */
export const timeColumn = <R>(label: string, cell: CsvColumn<R>["cell"]): CsvColumn<R> => ({
  label: `${label} (US Eastern ${zoneLabel(now())})`,
  cell,
});

/** A log as CSV text, in batches: the header, then all rows of the question in time order. */
export async function* csvLog<Source, R>(
  kind: Kind,
  prepare: () => Promise<{ question: Question; columns: readonly CsvColumn<R>[]; rows: (batch: Source[]) => R[] }>,
): AsyncGenerator<string> {
  const { question, columns, rows } = await readTransaction(prepare);
  const money = columns.map((column) => column.money);
  yield csv([columns.map(({ label }) => label)], money);
  for await (const batch of streamLog<Source>(kind, question)) {
    const records = rows(batch).map((row) => columns.map(({ cell }) => cell(row) ?? ""));
    yield csv(records, money);
  }
}

/** Escapes texts that a spreadsheet would run as formulas. Numbers, including negative ones, are left as they are. */
function csv(records: (string | number)[][], money: readonly (boolean | undefined)[]): string {
  const number = (value: number, { column }: { column?: number | string }) =>
    money[Number(column)] ? value.toFixed(2) : String(value);
  return stringify(records, { escape_formulas: true, cast: { number } });
}
