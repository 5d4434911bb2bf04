import type { TableProps } from "./column";
import { cellClass, joined, labelStyle, tableClass } from "./column-style";
import { escaped, markup } from "./markup";
import { TableFoot, TotalRows } from "./table-foot";
import { TableHead } from "./table-head";

export function Table<Row>({ kind = "list", ...props }: TableProps<Row>) {
  const table = <Grid kind={kind} {...props} />;
  if (kind !== "report") return table;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
    <div className="scroll" role="region" aria-label={props.caption} tabIndex={0}>
      {table}
    </div>
  );
}

function Grid<Row>(props: TableProps<Row>) {
  const { kind, caption, captionHidden, columns, rows, select, totals = [], empty, printed } = props;
  const hasTotals = totals.length > 0 && rows.length > 0;
  const footProps = { kind, totals, columns, offset: select ? 1 : 0 };
  // In print, the last row and the totals share a row group so that a page break cannot separate them.
  const end = hasTotals && printed ? rows.length - 1 : rows.length;
  return (
    <table className={tableClass(props)} style={labelStyle(props)}>
      <caption className={captionHidden ? "unseen" : undefined}>{caption}</caption>
      <TableHead {...props} />
      {rows.length === 0 ? (
        <tbody>
          <tr className="empty">
            <td colSpan={columns.length + footProps.offset}>{empty}</td>
          </tr>
        </tbody>
      ) : (
        <tbody dangerouslySetInnerHTML={{ __html: linesOf(props, rows.slice(0, end)) }} />
      )}
      {end < rows.length && (
        <tbody
          className="end"
          dangerouslySetInnerHTML={{
            __html: linesOf(props, rows.slice(end), end) + markup(<TotalRows {...footProps} className="sum" />),
          }}
        />
      )}
      {hasTotals && !printed && <TableFoot {...footProps} />}
    </table>
  );
}

/**
 * The rows, written as HTML: a list has hundreds of cells, and as React elements they took half of the page's time. The
 * classes of a column are computed once.
 */
function linesOf<Row>(props: TableProps<Row>, rows: readonly Row[], offset = 0): string {
  const { kind, columns, select, rowTone, more, addressed } = props;
  const styled = columns.map((column) => ({ ...column, className: cellClass(kind, column) }));
  const span = columns.length + (select ? 1 : 0);
  let html = "";
  rows.forEach((row, position) => {
    const index = position + offset;
    const id = addressed?.(row);
    html += `<tr${id ? ` id="r${id}"` : ""}${classed(rowTone?.(row, index))}>`;
    if (select) html += `<td class="pick">${markup(pick(select, row))}</td>`;
    for (const { head, tone, cell, className } of styled) {
      const classes = classed(tone ? joined(className, tone(row)) : className);
      const content = markup(cell(row, index));
      html += head ? `<th scope="row"${classes}>${content}</th>` : `<td${classes}>${content}</td>`;
    }
    html += "</tr>";
    if (more) html += `<tr class="more"><td colSpan="${span}"><div>${markup(more(row))}</div></td></tr>`;
  });
  return html;
}

const classed = (classes: string | undefined): string => (classes === undefined ? "" : ` class="${escaped(classes)}"`);

function pick<Row>({ name, form, value, label, ticked, when }: NonNullable<TableProps<Row>["select"]>, row: Row) {
  if (when && !when(row)) return null;
  const isTicked = ticked !== undefined && [ticked].flat().includes(String(value(row)));
  return (
    <input
      type="checkbox"
      name={name}
      form={form}
      value={value(row)}
      aria-label={label(row)}
      defaultChecked={isTicked}
    />
  );
}
