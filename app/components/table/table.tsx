import type { ReactNode } from "react";
import { type Column, type Html, isHtml, type TableProps } from "./column";
import { EmptyText } from "../ui/empty-text";
import { cellClass, cellLabel, hasFrame, joined, tableClass, TIGHT } from "./classes";
import { escaped, markup } from "./markup";
import { pick } from "./pick";
import { labelSpan, TableFoot, TotalRows } from "./table-foot";
import { TableHead } from "./table-head";
import { figureHtml, figureTone, textHtml } from "./typeset";

export function Table<Row>({ kind = "list", ...props }: TableProps<Row>) {
  const shape = { kind, ...props };
  if (kind !== "report" && !hasFrame(shape)) return <Grid {...shape} />;
  const table = <Grid {...shape} captionHidden />;
  return (
    <>
      {!props.captionHidden && <Heading text={props.caption} />}
      {kind === "report" ? (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
        <div className="scroll" role="region" aria-label={props.caption} tabIndex={0}>
          {table}
        </div>
      ) : (
        <div className="frame">{table}</div>
      )}
    </>
  );
}

/** The caption, above the frame instead of inside it. Screen readers have it with the table. */
const Heading = ({ text }: { text: string }) => <p className="caption" aria-hidden children={text} />;

function Grid<Row>(props: TableProps<Row>) {
  const { kind, caption, captionHidden, columns, rows, select, totals = [], empty, printed, brief } = props;
  const hasTotals = totals.length > 0 && rows.length > 0;
  const foot = { kind, totals, columns, offset: select ? 1 : 0 };
  const group = brief && briefClass(brief);
  const isTight = brief && brief.before + 1 + brief.after < TIGHT ? "report" : tableClass(props);
  // In print, the last row and the totals share a row group so that a page break cannot separate them.
  const end = hasTotals && printed ? rows.length - 1 : rows.length;
  return (
    <table className={isTight}>
      <caption className={captionHidden ? "unseen" : undefined}>{caption}</caption>
      <TableHead {...props} groupClass={group} />
      {rows.length === 0 ? (
        <tbody>
          <tr className="empty">
            <td colSpan={columns.length + foot.offset}>
              {typeof empty === "string" && empty ? <EmptyText text={empty} /> : empty}
            </td>
          </tr>
        </tbody>
      ) : (
        <tbody className={group} dangerouslySetInnerHTML={{ __html: linesOf(props, rows.slice(0, end)) }} />
      )}
      {end < rows.length && (
        <tbody
          className="end"
          dangerouslySetInnerHTML={{
            __html: linesOf(props, rows.slice(end), end) + markup(<TotalRows {...foot} className="sum" />),
          }}
        />
      )}
      {hasTotals && !printed && <TableFoot {...foot} groupClass={brief && briefClass(brief, labelSpan(foot))} />}
    </table>
  );
}

/**
 * The number column and those before and after the links: the style sheet prints these cells of a row group alone. A
 * class in each of the links' cells would make the page too large. `span`: columns of the first cell.
 */
const briefClass = ({ before, after }: { before: number; after: number }, span = 1) =>
  `brief first${before + 2 - span} last${after}`;

/**
 * The rows, written as HTML: a list has hundreds of cells and a report thousands, and as React elements they took half of
 * the page's time. The markup that a column's cells share is computed once. End tags of rows and cells are left out: what
 * follows implies them.
 */
function linesOf<Row>(props: TableProps<Row>, rows: readonly Row[], offset = 0): string {
  const { columns, select, rowTone, more, addressed } = props;
  const cells = columns.map((column) => cellOf(props.kind, column));
  const span = columns.length + (select ? 1 : 0);
  let html = "";
  rows.forEach((row, position) => {
    const index = position + offset;
    const id = addressed?.(row);
    html += `<tr${id ? ` id="r${id}"` : ""}${classed(rowTone?.(row, index))}>`;
    if (select) html += `<td class="pick">${markup(pick(select, row))}`;
    for (const cell of cells) html += cell(row, index);
    if (more) html += `<tr class="more"><td colSpan="${span}"><div>${markup(more(row))}</div>`;
  });
  return html;
}

function cellOf<Row>(kind: TableProps<Row>["kind"], column: Column<Row>) {
  const { head, tone, cell, numeric } = column;
  const own = cellClass(kind, column);
  const label = cellLabel(kind, column);
  const [name, rest] = head ? ["th", ' scope="row"'] : ["td", label ? ` data-l="${escaped(label)}"` : ""];
  const opening = (classes: string | undefined) => `<${name}${rest}${classed(classes)}>`;
  const plain = opening(own);
  return (row: Row, index: number): string => {
    const { html, tone: figure } = written(cell(row, index), numeric);
    const more = joined(tone?.(row), figure);
    return (more === undefined ? plain : opening(joined(own, more))) + html;
  };
}

function written(content: ReactNode | Html, numeric: boolean | undefined): Html {
  // Nothing to say: a card on a phone leaves it out.
  if (content === "–") return { html: "–", tone: "none" };
  if (typeof content === "string" && numeric) return { html: figureHtml(content, escaped), tone: figureTone(content) };
  if (typeof content === "string") return { html: textHtml(content, escaped) };
  return isHtml(content) ? content : { html: markup(content) };
}

const classed = (classes: string | undefined): string => (classes === undefined ? "" : ` class="${escaped(classes)}"`);
