import { type Part, pageOf } from "./page";

/** The texts of a table row or CSV record, keyed by column heading. */
export type Row = Readonly<Record<string, string>>;

type Cells = readonly string[];

/** Stands for the heading of a column without one, such as the column of checkboxes. */
const NO_HEADING = "(no heading)";

/**
 * A table whose cells are found by heading. Asking for an unknown heading, row or total throws an error that lists the
 * known ones.
 */
export class Table {
  /** In column order. A repeated heading gets a number: "Sales", "Sales (2)". */
  readonly headings: readonly string[];
  readonly rows: readonly Row[];

  constructor(
    headings: Cells,
    rows: readonly Cells[],
    /** The rows of totals, keyed by label, in row order. They lack the columns that the label spans. */
    readonly totals: Readonly<Record<string, Row>> = {},
    /** The sentence shown when there are no rows. */
    readonly empty?: string,
  ) {
    this.headings = distinct(headings);
    this.rows = rowsUnder(this.headings, ...rows);
  }

  /** The texts of one column, from top to bottom. */
  column(heading: string): string[] {
    return this.columns(heading).map((row) => cell(row, heading));
  }

  /** All rows, reduced to these columns. */
  columns(...headings: string[]): Row[] {
    const unknown = headings.filter((heading) => !this.headings.includes(heading));
    if (unknown.length > 0) throw new Error(`No column ${list(unknown)}. The headings are: ${list(this.headings)}`);
    return this.rows.map((row) => Object.fromEntries(headings.map((heading) => [heading, cell(row, heading)])));
  }

  /** The row with these texts. Throws unless exactly one row has them. */
  row(where: Row): Row {
    const columns = this.columns(...Object.keys(where));
    const found = this.rows.filter((_, index) =>
      Object.entries(where).every(([heading, text]) => columns[index]?.[heading] === text),
    );
    const [row] = found;
    if (row && found.length === 1) return row;
    throw new Error(`${found.length} rows have ${JSON.stringify(where)}. The rows are: ${JSON.stringify(this.rows)}`);
  }

  /** The row of totals with this label. */
  total(label: string): Row {
    const total = this.totals[label];
    if (total) return total;
    throw new Error(`No totals ${list([label])}. The totals are: ${list(Object.keys(this.totals))}`);
  }
}

/** One text of a row. Throws if the row has no such column. */
export function cell(row: Row, heading: string): string {
  const text = row[heading];
  if (text === undefined) throw new Error(`No column "${heading}". The headings are: ${list(Object.keys(row))}`);
  return text;
}

/** The table of a page with this caption. The caption may be omitted if the page has one table. */
export function tableIn(html: string, caption?: string): Table {
  const tables = pageOf(html).all("table");
  const captions = tables.map((table) => table.one("caption")?.text ?? "");
  const named = tables.filter((_, index) => caption === undefined || captions[index] === caption);
  const [table] = named;
  if (table && named.length === 1) return tableOf(table);
  const wanted = caption === undefined ? "one table" : `one table "${caption}"`;
  throw new Error(`Expected ${wanted}. The page has: ${list(captions)}`);
}

function tableOf(table: Part): Table {
  // There can be a row of groups above the headings.
  const headings = distinct(table.all("thead > tr").at(-1)?.cellTexts ?? []);
  // The print version puts the totals into the row group of the last row.
  const sums = table.all("tfoot > tr, tr.sum");
  const labels = distinct(sums.map((row) => row.one("th")?.text ?? ""));
  const totals = sums.map((row, index) => {
    const before = row.has(".pick") ? 1 : 0;
    const summed = headings.slice(before + Number(row.one("th")?.attr("colspan") ?? 1));
    return [labels[index], ...rowsUnder(summed, row.cellTexts.slice(before + 1))] as const;
  });
  const rows = table.all("tbody > tr:not(.sum, .empty, .more)").map((row) => row.cellTexts);
  const empty = rows.length === 0 ? table.one("tbody > tr.empty")?.text : undefined;
  return new Table(headings, rows, Object.fromEntries(totals), empty);
}

/** The records of a CSV file whose first line contains the headings, with or without a byte order mark. Quoted line breaks are not supported. */
export function csvIn(text: string): Table {
  const [headings = [], ...rows] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split(/\r?\n/)
    .map(fieldsOf);
  return new Table(headings, rows);
}

/** Expected rows, written below their headings as on the screen. */
export function rowsUnder<Text>(headings: Cells, ...rows: readonly (readonly Text[])[]): Record<string, Text>[] {
  return rows.map((row) => {
    if (row.length !== headings.length)
      throw new Error(`${row.length} cells below ${headings.length} headings: ${list(headings)}: ${row.join(" | ")}`);
    return Object.fromEntries(row.map((text, index) => [headings[index] ?? "", text]));
  });
}

/** The unquoted fields of a CSV line. */
function fieldsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

function distinct(headings: Cells): string[] {
  return headings
    .map((heading) => heading || NO_HEADING)
    .map((heading, index, all) => {
      const earlier = all.slice(0, index).filter((other) => other === heading).length;
      return earlier === 0 ? heading : `${heading} (${earlier + 1})`;
    });
}

const list = (texts: Cells): string => texts.map((text) => `"${text}"`).join(", ") || "none";
