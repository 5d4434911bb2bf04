import type { ReportColumn, Variant } from "./site-report";

/** The most columns of a table that is read without effort on a landscape sheet. */
const MAX_COLUMNS = 16;
/** The most columns of links beside the names and the repeated total. */
const MAX_LINK_COLUMNS = 10;

export type PrintSheet = { columns: readonly ReportColumn[]; caption: string | undefined };

/**
 * The tables in which a report is printed: one, or in a wide report the totals and then the links site by site, each
 * with the name of the row and the figure that the report is about.
 */
export function sheetsOf(columns: readonly ReportColumn[], nameKey: string, { payroll }: Variant): PrintSheet[] {
  const links = columns.filter(({ site }) => site);
  if (columns.length <= MAX_COLUMNS || links.length === 0) return [{ columns, caption: undefined }];
  const others = columns.filter(({ site }) => !site);
  const about = payroll ? "payoutPhp" : "sales";
  const isDetail = nameKey === "date" && others.some(({ key }) => key === "agent");
  const repeated = (key: string) => key === nameKey || (isDetail && key === "agent");
  const names = others.filter(({ key }) => repeated(key));
  const total = others.filter(({ key }) => key === about);
  return [
    { columns: others, caption: "Totals" },
    ...packed(links).map((part) => ({
      columns: [...names, ...part, ...total],
      caption: [...new Set(part.map(({ site }) => site?.name))].join(", "),
    })),
  ];
}

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
