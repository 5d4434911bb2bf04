import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { wellFormed } from "./input";
import { messagesOf } from "./operation";
import { readCsv } from "./read-csv";
import { invalid } from "./refusal";

/** Files of the catalogue, out and in again: a head with the columns' names, then a line for each record. */

const MOST_ROWS = 5_000;

/** The text of a file that is sent: up to 1 MB. */
export const CsvText = z
  .string("Please choose a file.")
  .min(1, "Please choose a file.")
  .max(1_000_000, "Please send a file of at most 1 MB.")
  .refine(wellFormed, "Please save the file as UTF-8 text.");

/** Records as text of a file; a cell that a spreadsheet would take for a formula gets an apostrophe before it. */
export const csvText = (records: (string | number)[][]): string => stringify(records, { escape_formulas: true });

/** A line of a file: what stands in it, and the row that it makes or all that is wrong with it. */
export type FileRow<R> = { line: number; cells: Readonly<Record<string, string>>; row?: R; faults: string[] };

/**
 * The rows of a file under the names of its head, whose order is free. A column that is not `needed` may be left out,
 * and so the schema must bear its absence. Throws 422 at `csv` where the head or the whole file cannot be read.
 */
export function readRows<R>(
  text: string,
  schema: z.ZodType<R>,
  columns: { needed: readonly string[]; further?: readonly string[] },
): FileRow<R>[] {
  const [head, ...lines] = readCsv(text);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  requireHead(names, columns);
  if (lines.length === 0) throw wrongFile("The file has no rows.");
  if (lines.length > MOST_ROWS) throw wrongFile(`The file has ${lines.length} rows; please send at most ${MOST_ROWS}.`);
  return lines.map(({ line, cells: texts }) => {
    const cells = Object.fromEntries(names.map((name, i) => [name, plain(texts[i] ?? "")]));
    if (texts.length !== names.length) {
      return { line, cells, faults: [`It has ${texts.length} cells instead of ${names.length}.`] };
    }
    const parsed = schema.safeParse(cells);
    if (parsed.success) return { line, cells, row: parsed.data, faults: [] };
    const faults = Object.entries(messagesOf(parsed.error)).map(([name, messages]) => `${name}: ${messages.join(" ")}`);
    return { line, cells, faults };
  });
}

function requireHead(
  names: readonly string[],
  { needed, further = [] }: { needed: readonly string[]; further?: readonly string[] },
): void {
  const known = [...needed, ...further];
  const missing = needed.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name));
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  if (missing.length > 0) throw wrongFile(`The first line must name the columns ${needed.join(", ")}.`);
  if (unknown.length > 0) throw wrongFile(`There is no column ${JSON.stringify(unknown[0]?.slice(0, 80))}.`);
  if (twice.length > 0) throw wrongFile(`The column ${twice[0]} appears twice.`);
}

const wrongFile = (message: string) => invalid({ csv: [message] });

/** Without the apostrophe that keeps a spreadsheet from reading a formula. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, "");

const FLAGS: Record<string, boolean> = { "1": true, "0": false, true: true, false: false, yes: true, no: false };
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell with a number; an empty one is absent. What is no plain decimal is left to the schema's own message. */
export const NumberCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === "" ? undefined : NUMBER.test(String(text)) ? Number(text) : text), schema);

/** A cell with yes or no: 1 and 0, true and false, yes and no. */
export const FlagCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === "" ? undefined : (FLAGS[String(text).toLowerCase()] ?? text)), schema);
