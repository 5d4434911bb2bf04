import { CsvError, parse } from "csv-parse/sync";

/** A row of a file and the number of the line on which it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Parses CSV (RFC 4180) and drops empty lines. Lines may end in LF, CRLF or CR, also mixed in one file. An unclosed
 * quote takes the rest of the text into its cell; any other misplaced quote is kept in its cell.
 */
export function readCsv(text: string): CsvRow[] {
  let line = 1;
  const rows = recordsOf(text).map((cells) => {
    const row = { line, cells };
    // The parser's own line count treats a CRLF inside quotes as two lines.
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
