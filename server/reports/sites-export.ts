import { scopeNames } from "../accounts";
import { readTransaction } from "../kernel/database/transactions";
import { type Call, stream } from "../kernel/operation/operation";
import { halfMonthsIn, type Range } from "../trade/periods";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { csvFileName } from "../kernel/text/file-name";
import { choiceKey, hiddenColumns, isOptional } from "./column-choice";
import { comparedColumns, comparedFigures, columnsOf } from "./columns";
import { csvOf } from "./csv";
import { isDetail, type SitesQuery } from "./query";
import type { SitesAnswer } from "./sites-answer";
import { siteReport } from "./sites";
import { formOf, readForm, type SitesForm } from "./sites-form";
import { type Variant, variants } from "./variants";

/** Rows per statement; most reports have fewer. */
const ROWS = 10_000;

/** All rows of a site report as CSV, with the screen's columns. */
const exportOf = (variant: Variant) =>
  stream({
    name: `reports.${variant.name}Export`,
    does: variant.does.replace("read", "export"),
    allow: atLeast(variant.least),
    type: "EXPORT",
    mayLag: true,
    heavy: true,
    input: formOf(variant),
    run: (call, form) => lines(call, variant, form),
  });

export const sitesExport = exportOf(variants.sites);
export const sitesAvpExport = exportOf(variants.sitesAvp);
export const payrollExport = exportOf(variants.payroll);
export const payrollAvpExport = exportOf(variants.payrollAvp);

async function* lines({ actor, saveAs }: Call, variant: Variant, form: SitesForm): AsyncGenerator<string> {
  const {
    asked: sitesQuery,
    columns,
    answer,
  } = await readTransaction(async () => {
    const sitesQuery = await readForm(actor, variant, form);
    const { answer } = await siteReport(actor, { ...sitesQuery, limit: ROWS, offset: 0 });
    const all = await columnsOf(actor, sitesQuery, answer);
    // The account's choice is one for the screen: it takes no specified column out of the file.
    const chosen = [...(await hiddenColumns(actor, variant.path))].filter(isOptional);
    const out = new Set(form.hide?.split(",") ?? chosen);
    return { asked: sitesQuery, answer, columns: all.filter((column) => !out.has(choiceKey(column))) };
  });
  const { groupBy, then, chosen, range } = sitesQuery;
  const words = [groupBy, then]
    .filter((each) => each !== undefined)
    .map((each) => (each === "company" ? "office" : each));
  const report = words.join() === "date" ? variant.title : `${variant.title} by ${words.join(" and ")}`;
  saveAs(csvFileName(report, ...scopeNames(actor, chosen), range.start, range.end));
  const file = csvOf([...columns, ...(answer.compared ? comparedColumns(columns) : [])]);
  yield file.head();
  for await (const { page, compared } of pages(actor, sitesQuery, answer)) {
    const rows = page.items.map((row, index) => ({
      ...row,
      ...comparedFigures(columns, row, compared?.rows[index] ?? null),
    }));
    yield file.rows(compared ? rows : page.items);
  }
  const before = comparedFigures(columns, answer.overall, answer.compared?.overall ?? null);
  yield file.total("Overall Total", { ...answer.overall, ...before });
}

/** All rows, page by page. Each page is a separate statement, so a slow client keeps no transaction open. */
async function* pages(actor: Actor, sitesQuery: SitesQuery, first: SitesAnswer): AsyncGenerator<SitesAnswer> {
  if (first.page.total <= ROWS) {
    yield first;
    return;
  }
  for (const range of dateRanges(sitesQuery)) {
    for (let offset = 0; ; offset += ROWS) {
      const { answer } = await readTransaction(() => siteReport(actor, { ...sitesQuery, range, limit: ROWS, offset }));
      yield answer;
      if (offset + ROWS >= answer.page.total) break;
    }
  }
}

/** Detail by date is read by half-month, so that no row can move between pages and no day is read twice. */
function dateRanges(sitesQuery: SitesQuery): Range[] {
  const { sort, range, compare } = sitesQuery;
  // A part of a range would be compared with the time before that part.
  if (!isDetail(sitesQuery) || sort.field !== "date" || compare) return [range];
  const { halves, days } = halfMonthsIn(range);
  const parts = [...halves, ...days].sort((a, b) => (a.start < b.start ? -1 : 1));
  return sort.ascending ? parts : parts.reverse();
}
