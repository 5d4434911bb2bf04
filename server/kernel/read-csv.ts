import { CsvError, parse } from "csv-parse/sync";

/** A row of a file with the number of the line on which it begins, the first being 1. */
export type CsvRow = { line: number; cells: string[] };

/**
 * The rows of a text in the format of RFC 4180, without the empty lines. Lines end in LF, CRLF or CR, mixed as they come.
 * A quote that is never closed takes the rest of the text into its cell; any other misplaced quote stays in its cell.
 */
export function readCsv(text: string): CsvRow[] {
  let line = 1;
  const rows = recordsOf(text).map((cells) => {
    const row = { line, cells };
    // The parser's own count takes a CRLF inside of quotes for two lines.
    line += cells.join().split("\n").length;
    return row;
  });
  return rows.filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return recordsOf(`${text}"`);
    throw error;
  }
}
