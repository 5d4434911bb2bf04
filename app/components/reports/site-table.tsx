import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { payroll } from "~/texts";
import { type FigureLinks, isWide, rowCriteria, totalsOpen } from "./figures";
import { avpRange, pesos } from "../formats";
import { Table } from "../table/table";
import { withQuery } from "../ui/address";
import { columnChoice } from "./column-texts";
import { areMany, type PrintSheet, printSheets, screenSheet } from "./print-sheets";
import { drillDown } from "./site-addresses";
import { linked, type Shown, siteColumns } from "./site-columns";
import { nameKeyOf } from "./site-figure";
import { type Grouping, groupingLabel, type ReportRow } from "./site-report";
import { OVERALL, siteTotals } from "./site-totals";

type Props = Omit<Shown, "links" | "drillDown"> & {
  next: Grouping | null;
  links: FigureLinks;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

/** Rows numbered across all pages, totals of the page and of all pages, and the ratio of visitors to sales. */
export function SiteTable({ links, empty, ...report }: Props) {
  const { columns, rows, overall, asked: query } = report;
  const { pathname, search } = useLocation();
  const byRow = isWide(columns) && !query.print;
  const ofPay = columns.map(({ key }) => key).filter((key) => ["payoutDollars", "margin"].includes(key));
  const unknown = [overall, ...rows].some((row) => ofPay.some((key) => row[key] === null));
  // An agent's own days in detail open by site and link; for others the agent is the detail.
  const isOwn = query.groupBy === "detail" && !query.then && !columns.some(({ key }) => key === "agent");
  const ownDay = (row: ReportRow) => (isOwn ? links.rowAddress(rowCriteria(row, query) ?? {}) : undefined);
  const shown: Shown = {
    ...report,
    links: byRow || query.print ? undefined : links,
    drillDown: (row) => (query.print ? undefined : (drillDown(pathname, report, row) ?? ownDay(row))),
  };
  const all = query.print ? printSheets(columns, rows, nameKeyOf(query), report.variant) : [screenSheet(columns, rows)];
  const isShort = !query.links && areMany(all);
  const tables = (isShort ? all.slice(0, 1) : all).map((sheet) => (
    <Sheet key={sheet.caption ?? ""} {...{ shown: { ...shown, columns: sheet.columns }, sheet, links, empty }} />
  ));
  return (
    <>
      {isShort && (
        <p className="note">
          {columnChoice.linksLeftOut} <a href={withQuery(search, { links: 1 })}>{columnChoice.withLinks}</a>
        </p>
      )}
      {all[0]?.brief && <p className="note print-only">{columnChoice.briefly}</p>}
      <div className={report.variant.payroll ? "paid" : undefined}>
        {byRow ? <open-figures>{tables}</open-figures> : tables}
      </div>
      {columns.some(({ key }) => key === "avpPeriod") && <TierLegend tiers={report.tiers} />}
      {unknown && <p className="note">{payroll.noRate}</p>}
    </>
  );
}

type SheetProps = Pick<Props, "links" | "empty"> & { shown: Shown; sheet: PrintSheet };

/** One table. On paper a wide report is several, each with the names of the rows. */
function Sheet({ shown, sheet: { rows, caption, brief }, links, empty }: SheetProps) {
  const { asked: query } = shown;
  const first = (query.page - 1) * query.pageSize + 1;
  const places = new Map(shown.rows.map((row, index) => [row, `${first + index}`]));
  const number = (row: ReportRow) => {
    const place = places.get(row) ?? "";
    const found = rowCriteria(row, query);
    return query.print || !found ? place : { html: linked(links.rowAddress(found), place, "figure") };
  };
  return (
    <Table
      kind="report"
      caption={caption ?? `By ${groupingLabel(query).toLowerCase()}`}
      captionHidden={caption === undefined}
      columns={[{ key: "number", label: "#", numeric: true, cell: number }, ...siteColumns(shown)]}
      {...{ rows, brief }}
      sort={query}
      printed={query.print}
      totals={siteTotals(shown, query.print || !totalsOpen(query) ? undefined : links.row({}, OVERALL))}
      empty={empty}
    />
  );
}

type Tier = { index: number; from: number; to: number; payoutPhp: number };

/** Explains `NO` in the AVP column: the tiers that it covers, with their prices. */
function TierLegend({ tiers }: { tiers: readonly Tier[] }) {
  const covered = tiers.filter((tier) => avpRange(tier) === "NO");
  const range = ({ from, to }: Tier) => (from === to ? `${from}` : `${from} to ${to}`);
  return (
    <p className="note">
      AVP is the tier of the agent&rsquo;s AVP sales in the half-month. NO:{" "}
      {covered.map((tier) => `${range(tier)} sales, ${pesos(tier.payoutPhp)} a sale`).join("; ")}.
    </p>
  );
}
