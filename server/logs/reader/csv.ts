import { scopeNames } from "../../accounts";
import { readTransaction } from "../../kernel/database/transactions";
import type { Call } from "../../kernel/operation/operation";
import { csvText, timeCell, timeHeading } from "../../kernel/text/csv";
import { csvFileName } from "../../kernel/text/file-name";
import type { CheckedCriteria } from "./criteria";
import type { Kind } from "./kind";
import type { Question } from "./question";
import { streamLog } from "./stream";

export type CsvColumn<R> = {
  label: string;
  cell: (row: R) => string | number | null | undefined;
  /** Format as a number with two decimals. */
  money?: boolean;
};

/** A column of New York times. */
export const timeColumn = <R>(label: string, time: (row: R) => string | null | undefined): CsvColumn<R> => ({
  label: timeHeading(label),
  cell: (row) => timeCell(time(row)),
});

type Log<Source, R> = {
  kind: Kind;
  /** First part of the file's name. */
  name: string;
  columns: readonly CsvColumn<R>[];
  rows: (batch: Source[]) => R[] | Promise<R[]>;
  check: () => Promise<{ question: Question; chosen: CheckedCriteria<string>["chosen"] }>;
};

/** A log as CSV text, in batches: the header, then all rows of the question in time order. */
export async function* csvLog<Source, R>(
  { actor, saveAs }: Call,
  { kind, name, columns, rows, check }: Log<Source, R>,
): AsyncGenerator<string> {
  const { question, chosen } = await readTransaction(check);
  saveAs(csvFileName(name, ...scopeNames(actor, chosen), chosen.days?.start, chosen.days?.end));
  const money = columns.map((column) => column.money);
  yield csvText([columns.map(({ label }) => label)]);
  for await (const batch of streamLog<Source>(kind, question)) {
    const shown = await readTransaction(async () => rows(batch));
    yield csvText(
      shown.map((row) => columns.map(({ cell }) => cell(row) ?? "")),
      money,
    );
  }
}
