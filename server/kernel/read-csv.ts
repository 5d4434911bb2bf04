/** A line of a file with the number of the line on which it begins, the first being 1. */
export type CsvRow = { line: number; cells: string[] };

const BOM = "\ufeff";

/**
 * The rows of a text in the format of RFC 4180: cells with commas between them, in quotes where they hold commas,
 * quotes (twice) or line ends; lines end in LF or CRLF; a byte order mark is passed over, and so are empty lines.
 * A quote that is never closed takes what follows into its cell.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  const pattern = /("(?:[^"]|"")*(?:"|$)[^,\r\n]*|[^,\r\n]*)(,|\r?\n|\r|$)/gy;
  pattern.lastIndex = text.startsWith(BOM) ? 1 : 0;
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (pattern.lastIndex < text.length) {
    const [, cell = "", end = ""] = pattern.exec(text) ?? [];
    row.cells.push(bare(cell));
    line += (cell.match(/\n/g)?.length ?? 0) + (end === "," || end === "" ? 0 : 1);
    if (end === ",") {
      if (pattern.lastIndex === text.length) row.cells.push("");
      else continue;
    }
    if (row.cells.length > 1 || row.cells[0] !== "") yield row;
    row = { line, cells: [] };
  }
  if (row.cells.length > 0) yield row;
}

const bare = (cell: string): string =>
  cell.startsWith('"') ? cell.replace(/^"((?:[^"]|"")*)"?/, (_, inner: string) => inner.replaceAll('""', '"')) : cell;
