import { aligned, type Column, pinned, type TableProps } from "../table/column";
import { escaped } from "../table/markup";
import { joined, TIGHT } from "../table/column-style";
import { labelSpan, TableFoot, TotalRows } from "../table/table-foot";
import { TableHead } from "../table/table-head";
import type { PrintSheet } from "./print-sheets";
import type { ReportRow } from "./site-report";

/** A column of a site report. `cell` returns HTML. */
export type FigureColumn = Omit<Column<ReportRow>, "cell"> & { cell: (row: ReportRow, index: number) => string };

type Props = Pick<TableProps<ReportRow>, "caption" | "captionHidden" | "rows" | "sort" | "printed" | "empty"> & {
  columns: readonly FigureColumn[];
  totals: NonNullable<TableProps<ReportRow>["totals"]>;
  brief?: PrintSheet["brief"];
};

/**
 * The table of a site report. It has thousands of cells with a short text each, so its rows are written as HTML. As
 * React elements they took a third of the page's time.
 */
export function FigureTable(props: Props) {
  const { caption, captionHidden, columns, rows, printed, totals, empty, brief } = props;
  const lines = rowsOf(columns, rows);
  const printedColumns = brief ? brief.before + 1 + brief.after : columns.length;
  // In print, the last row and the totals share a row group so that a page break cannot separate them.
  const last = printed ? lines.pop() : undefined;
  const foot = { kind: "report", totals, columns, offset: 0 } as const;
  const group = brief && briefClass(brief);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
    <div className="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className={joined("report", printedColumns >= TIGHT && "tight")}>
        <caption className={captionHidden ? "unseen" : undefined}>{caption}</caption>
        <TableHead kind="report" groupClass={group} {...props} />
        {rows.length === 0 ? (
          <tbody>
            <tr className="empty">
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          </tbody>
        ) : (
          <tbody
            className={group}
            dangerouslySetInnerHTML={{ __html: lines.map((cells) => `<tr>${cells}</tr>`).join("") }}
          />
        )}
        {last !== undefined && (
          <tbody className="end">
            <tr dangerouslySetInnerHTML={{ __html: last }} />
            <TotalRows {...foot} className="sum" />
          </tbody>
        )}
        {rows.length > 0 && !printed && (
          <TableFoot {...foot} groupClass={brief && briefClass(brief, labelSpan(foot))} />
        )}
      </table>
    </div>
  );
}

/**
 * The number column and those before and after the links: the style sheet prints these cells of a row group alone. A
 * class in each of the links' cells would make the page too large. `span`: columns of the first cell.
 */
const briefClass = ({ before, after }: NonNullable<Props["brief"]>, span = 1) =>
  `brief first${before + 2 - span} last${after}`;

/** The cells of each row, as HTML. */
function rowsOf(columns: readonly FigureColumn[], rows: readonly ReportRow[]): string[] {
  const cells = columns.map(({ cell, tone, ...column }) => {
    const [name, scope] = column.head ? ["th", ' scope="row"'] : ["td", ""];
    const fixed = [aligned("report", column), column.nowrap && "nowrap", pinned(column)].filter(Boolean);
    const opening = (classes: unknown[]) =>
      `<${name}${scope}${classes.length > 0 ? ` class="${classes.join(" ")}"` : ""}>`;
    const plain = opening(fixed);
    return (row: ReportRow, index: number) => {
      const own = tone?.(row);
      return `${own === undefined ? plain : opening([...fixed, own])}${cell(row, index)}</${name}>`;
    };
  });
  return rows.map((row, index) => {
    let html = "";
    for (const cell of cells) html += cell(row, index);
    return html;
  });
}

/** A link around HTML. */
export const linked = (address: string, html: string, className?: string): string =>
  `<a${className ? ` class="${className}"` : ""} href="${escaped(address)}">${html}</a>`;
