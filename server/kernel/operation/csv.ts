import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { messagesOf } from "./operation";
import { invalid } from "./refusal";
import { isWellFormed } from "../text/characters";

/** A row of a file and the number of the line on which it begins, counted from 1. */
type CsvRow = { line: number; cells: string[] };

/**
 * Parses CSV (RFC 4180) and drops empty lines. Lines may end in LF, CRLF or CR, also mixed in one file. An unclosed
 * quote takes the rest of the text into its cell; any other misplaced quote is kept in its cell.
 */
export function readCsv(text: string, delimiter = ","): CsvRow[] {
  let line = 1;
  const rows = recordsOf(text, delimiter).map((cells) => {
    const row = { line, cells };
    // The parser's own line count treats a CRLF inside quotes as two lines.
    line += cells.join().split("\n").length;
    return row;
  });
  return rows.filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}

function recordsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return recordsOf(`${text}"`, delimiter);
    throw error;
  }
}

/** CSV export and import of the catalogue: a header line with column names, then one line per record. */

const MAX_ROWS = 5_000;

/** Schema of the text of an uploaded file, up to 1,000,000 characters. */
export const CsvText = z
  .string("Please choose a file.")
  .min(1, "Please choose a file.")
  .max(1_000_000, "Please send a file of at most 1 MB.")
  .refine(isWellFormed, "Please save the file as UTF-8 text.");

/** Precedes a downloaded CSV file. Without it, Excel reads the file as Windows-1252, and "₱" as three characters. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Writes records as CSV. Texts that a spreadsheet would read as a formula get an apostrophe in front; numbers keep their
 * minus sign. Numbers in the columns marked as `fixed` get two decimals.
 */
export function csvText(records: (string | number)[][], fixed: readonly (boolean | undefined)[] = []): string {
  const number = (value: number, { column }: { column?: number | string }) =>
    fixed[Number(column)] ? value.toFixed(2) : String(value);
  const string = (value: string) => (OFFSET.test(value) ? { value, escape_formulas: false } : value);
  return stringify(records, { escape_formulas: true, cast: { number, string } });
}

/** The one text with a minus sign in front that no spreadsheet reads as a formula. */
const OFFSET = /^-\d\d:00$/;

/** The heading of a column of times. Spreadsheets do not read a time with an offset as a time. */
export const timeHeading = (label: string): string => `${label} (New York)`;

/** An ISO time with New York's offset as the cell `2026-11-21 15:04:05`. */
export const timeCell = (isoTime: string | null | undefined): string => isoTime?.slice(0, 19).replace("T", " ") ?? "";

/**
 * The heading of a column of UTC offsets. At the end of daylight saving time, two hours both read 01:00 to 02:00. These
 * columns come last, so that the others keep their places.
 */
export const offsetHeading = (label: string): string => `${label} (UTC offset)`;

/** New York's offset at such a time: `-05:00`. */
export const offsetCell = (isoTime: string | null | undefined): string => isoTime?.slice(-6) ?? "";

/** A line of a file: its number, its cells by column name, and the parsed row or the messages of its faults. */
export type FileRow<R> = { line: number; cells: Readonly<Record<string, string>>; row?: R; faults: string[] };

/**
 * Parses the rows of a file by the column names in its header, in any order. Columns in `further` may be missing, so
 * the schema must accept their absence. Throws 422 at `csv` if the header is wrong or the file has no rows or too many.
 */
export function readRows<R>(
  text: string,
  schema: z.ZodType<R>,
  columns: { needed: readonly string[]; further?: readonly string[] },
): FileRow<R>[] {
  const delimiter = delimiterOf(text);
  const [head, ...lines] = readCsv(text, delimiter);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const clean = delimiter === ";" ? (cell: string) => withDecimalPoint(cleanCell(cell)) : cleanCell;
  requireHead(names, columns);
  if (lines.length === 0) throw wrongFile("The file has no rows.");
  if (lines.length > MAX_ROWS) throw wrongFile(`The file has ${lines.length} rows; please send at most ${MAX_ROWS}.`);
  return lines.map(({ line, cells: texts }) => {
    const cells = Object.fromEntries(names.map((name, i) => [name, clean(texts[i] ?? "")]));
    if (texts.length !== names.length) {
      return { line, cells, faults: [`It has ${texts.length} cells instead of ${names.length}.`] };
    }
    const parsed = schema.safeParse(cells);
    if (parsed.success) return { line, cells, row: parsed.data, faults: [] };
    const faults = Object.entries(messagesOf(parsed.error)).map(([name, messages]) => `${name}: ${messages.join(" ")}`);
    return { line, cells, faults };
  });
}

/** Excel separates columns with semicolons where the decimal sign is a comma. Names of columns contain neither. */
const delimiterOf = (text: string): "," | ";" => {
  const [head = ""] = text.trimStart().split(/[\r\n]/, 1);
  return head.includes(";") && !head.includes(",") ? ";" : ",";
};

const withDecimalPoint = (cell: string): string => (/^\d+,\d+$/.test(cell) ? cell.replace(",", ".") : cell);

function requireHead(
  names: readonly string[],
  { needed, further = [] }: { needed: readonly string[]; further?: readonly string[] },
): void {
  const known = [...needed, ...further];
  const missing = needed.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name));
  const duplicates = names.filter((name, i) => names.indexOf(name) !== i);
  if (missing.length > 0) throw wrongFile(`The first line must name the columns ${needed.join(", ")}.`);
  if (unknown.length > 0) throw wrongFile(`There is no column ${JSON.stringify(unknown[0]?.slice(0, 80))}.`);
  if (duplicates.length > 0) throw wrongFile(`The column ${duplicates[0]} appears twice.`);
}

const wrongFile = (message: string) => invalid({ csv: [message] });

/** Trims a cell and removes the apostrophe that keeps a spreadsheet from reading it as a formula. */
const cleanCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, "");

const FLAGS: Record<string, boolean> = { "1": true, "0": false, true: true, false: false, yes: true, no: false };
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell with a number. Empty means absent. The schema itself refuses anything that is not a plain decimal. */
export const NumberCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === "" ? undefined : NUMBER.test(String(text)) ? Number(text) : text), schema);

/** A cell with a boolean: 1 or 0, true or false, yes or no. Empty means absent. */
export const FlagCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === "" ? undefined : (FLAGS[String(text).toLowerCase()] ?? text)), schema);
