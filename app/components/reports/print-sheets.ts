import type { ReportColumn, ReportRow, Variant } from "./site-report";

/** The most columns of a table that is read without effort on a landscape sheet. */
const MAX_COLUMNS = 16;
/** The most columns of links beside the names and the repeated total. */
const MAX_LINK_COLUMNS = 10;
/** The most lines of links that are printed without being asked for: about twenty sheets. */
const MAX_LINK_LINES = 600;

export type PrintSheet = {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  caption: string | undefined;
  /** Columns before and after those of the links, which a browser leaves out when it prints the screen. */
  brief?: { before: number; after: number };
};

const isLink = ({ site }: ReportColumn): boolean => site !== undefined;

/** The one table of the screen. If it is too wide for paper, its totals are printed without the links. */
export function screenSheet(columns: readonly ReportColumn[], rows: readonly ReportRow[]): PrintSheet {
  const first = columns.findIndex(isLink);
  const isBrief = columns.length > MAX_COLUMNS && first >= 0;
  const brief = isBrief ? { before: first, after: columns.length - columns.findLastIndex(isLink) - 1 } : undefined;
  return { columns, rows, caption: undefined, brief };
}

/**
 * The tables in which a report is printed: one, or in a wide report the totals and then the links site by site, each
 * with the rows that have a figure there, the name of the row and the figure that the report is about.
 */
export function printSheets(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  nameKey: string,
  { payroll }: Variant,
): PrintSheet[] {
  const links = columns.filter(isLink);
  if (columns.length <= MAX_COLUMNS || links.length === 0) return [{ columns, rows, caption: undefined }];
  const others = columns.filter((column) => !isLink(column));
  const about = payroll ? "payoutPhp" : "sales";
  const isDetail = nameKey === "date" && others.some(({ key }) => key === "agent");
  const repeated = (key: string) => key === nameKey || (isDetail && key === "agent");
  const names = others.filter(({ key }) => repeated(key));
  const total = others.filter(({ key }) => key === about);
  return [
    { columns: others, rows, caption: "Totals" },
    ...packed(links).map((part) => ({
      columns: [...names, ...part, ...total],
      rows: rows.filter((row) => part.some(({ key }) => row[key])),
      caption: [...new Set(part.map(({ site }) => site?.name))].join(", "),
    })),
  ].filter((sheet) => sheet.rows.length > 0 || rows.length === 0);
}

/** Whether the sheets of the links are so many that they are printed only on request. */
export const areMany = (sheets: readonly PrintSheet[]): boolean =>
  sheets.slice(1).reduce((lines, { rows }) => lines + rows.length, 0) > MAX_LINK_LINES;

/** The links' columns site by site, as many on one sheet as fit. A site with more columns than that continues on the next sheet. */
function packed(links: readonly ReportColumn[]): ReportColumn[][] {
  const sites = [...new Set(links.map(({ site }) => site?.short))];
  const sheets: ReportColumn[][] = [];
  for (const part of sites.flatMap((short) => slices(links.filter(({ site }) => site?.short === short)))) {
    const last = sheets.at(-1);
    if (last && last.length + part.length <= MAX_LINK_COLUMNS) last.push(...part);
    else sheets.push(part);
  }
  return sheets;
}

const slices = (columns: readonly ReportColumn[]): ReportColumn[][] =>
  Array.from({ length: Math.ceil(columns.length / MAX_LINK_COLUMNS) }, (_, index) =>
    columns.slice(index * MAX_LINK_COLUMNS, (index + 1) * MAX_LINK_COLUMNS),
  );
