import { abilities, type Abilities, scopeNames } from "../../accounts";
import { readTransaction } from "../../kernel/database/transactions";
import type { Call } from "../../kernel/operation/operation";
import { csvText, offsetCell, offsetHeading, timeCell, timeHeading } from "../../kernel/operation/csv";
import { csvFileName } from "../../kernel/text/file-name";
import { isVisible, type LogColumn, type LogColumns } from "./columns";
import type { CriteriaInput } from "./criteria";
import type { DefinedLog } from "./define-log";
import { streamLog } from "./stream";

type Cell = string | number | null | undefined;
type CsvColumn = { label: string; cell: (value: never) => Cell; name: string; money?: true; last?: true };

/**
 * A log as CSV text, in batches: the header, then all rows of the question in time order. `file` is the first part of
 * the file's name.
 */
export async function* csvLog<C extends LogColumns>(
  { actor, saveAs }: Call,
  log: DefinedLog<C>,
  form: CriteriaInput,
  file: string,
): AsyncGenerator<string> {
  const columns = csvColumns(log.columns, abilities(actor));
  const { question, chosen } = await readTransaction(() => log.check(actor, form));
  saveAs(csvFileName(file, ...scopeNames(actor, chosen), chosen.days?.start, chosen.days?.end));
  const money = columns.map((column) => column.money);
  yield csvText([columns.map(({ label }) => label)]);
  for await (const batch of streamLog(log, question)) {
    const rows = await readTransaction(() => log.rows(actor, batch));
    yield csvText(
      rows.map((row) => columns.map(({ name, cell }) => cell(row[name] as never) ?? "")),
      money,
    );
  }
}

/** The columns that the account sees. The offsets of times follow at the end. */
function csvColumns(columns: LogColumns, can: Abilities): CsvColumn[] {
  const all = Object.entries(columns)
    .filter(([, column]) => isVisible(column, can))
    .flatMap(([name, column]) => cellsOf(column).map((cell) => ({ ...cell, name, money: column.money })));
  return [...all.filter(({ last }) => !last), ...all.filter(({ last }) => last)];
}

function cellsOf({ label, time, csv = (value: Cell) => value }: LogColumn): Omit<CsvColumn, "name">[] {
  if (label === undefined) return [];
  if (time)
    return [
      { label: timeHeading(label), cell: timeCell },
      { label: offsetHeading(label), cell: offsetCell, last: true },
    ];
  if (typeof csv === "function") return [{ label, cell: csv }];
  return Object.entries(csv).map(([heading, cell]) => ({ label: heading, cell }));
}
