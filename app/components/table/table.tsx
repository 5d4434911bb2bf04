import { Fragment } from "react";
import type { TableProps } from "./column";
import { cellClass, joined, labelStyle, tableClass } from "./column-style";
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
      <tbody>
        {lines(props, rows.slice(0, end))}
        {rows.length === 0 && (
          <tr className="empty">
            <td colSpan={columns.length + footProps.offset}>{empty}</td>
          </tr>
        )}
      </tbody>
      {end < rows.length && (
        <tbody className="end">
          {lines(props, rows.slice(end), end)}
          <TotalRows {...footProps} className="sum" />
        </tbody>
      )}
      {hasTotals && !printed && <TableFoot {...footProps} />}
    </table>
  );
}

/**
 * The rows. Plain functions, not components, and classes computed once a column: a list has hundreds of cells, and each
 * component or attribute of a cell is a measurable part of the page's time and size.
 */
function lines<Row>(props: TableProps<Row>, rows: readonly Row[], offset = 0) {
  const { kind, columns, select, rowTone, more, rowKey } = props;
  const styled = columns.map((column) => ({ column, className: cellClass(kind, column) }));
  const span = columns.length + (select ? 1 : 0);
  return rows.map((row, position) => {
    const index = position + offset;
    const line = (
      <tr key={rowKey(row, index)} className={rowTone?.(row, index)}>
        {select && <td className="pick">{pick(select, row)}</td>}
        {styled.map(({ column: { key, head, tone, cell }, className }) => {
          const classes = tone ? joined(className, tone(row)) : className;
          return head ? (
            <th key={key} scope="row" className={classes}>
              {cell(row, index)}
            </th>
          ) : (
            <td key={key} className={classes}>
              {cell(row, index)}
            </td>
          );
        })}
      </tr>
    );
    if (!more) return line;
    return (
      <Fragment key={rowKey(row, index)}>
        {line}
        <tr className="more">
          <td colSpan={span}>
            <div>{more(row)}</div>
          </td>
        </tr>
      </Fragment>
    );
  });
}

function pick<Row>({ name, form, value, label, when }: NonNullable<TableProps<Row>["select"]>, row: Row) {
  if (when && !when(row)) return null;
  return <input type="checkbox" name={name} form={form} value={value(row)} aria-label={label(row)} />;
}
