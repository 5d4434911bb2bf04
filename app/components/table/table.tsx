import { aligned, pinned, type TableProps } from "./column";
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
    <table className={kind}>
      <caption className={captionHidden ? "unseen" : undefined}>{caption}</caption>
      <TableHead {...props} />
      <tbody>
        {rows.slice(0, end).map((row, index) => (
          <Line key={props.rowKey(row, index)} {...{ props, row, index }} />
        ))}
        {rows.length === 0 && (
          <tr className="empty">
            <td colSpan={columns.length + footProps.offset}>{empty}</td>
          </tr>
        )}
      </tbody>
      {rows.slice(end).map((row) => (
        <tbody key="end" className="end">
          <Line {...{ props, row, index: end }} />
          <TotalRows {...footProps} className="sum" />
        </tbody>
      ))}
      {hasTotals && !printed && <TableFoot {...footProps} />}
    </table>
  );
}

type LineProps<Row> = { props: TableProps<Row>; row: Row; index: number };

function Line<Row>({ props: { kind, columns, select, rowTone, more }, row, index }: LineProps<Row>) {
  return (
    <>
      <tr className={rowTone?.(row, index)}>
        {select && <Pick select={select} row={row} />}
        {columns.map((column) => (
          <Cell key={column.key} column={column} row={row} index={index} kind={kind} />
        ))}
      </tr>
      {more && (
        <tr className="more">
          <td colSpan={columns.length + (select ? 1 : 0)}>
            <div>{more(row)}</div>
          </td>
        </tr>
      )}
    </>
  );
}

function Pick<Row>({ select, row }: { select: NonNullable<TableProps<Row>["select"]>; row: Row }) {
  const { name, form, value, label, when } = select;
  return (
    <td className="pick">
      {(!when || when(row)) && (
        <input type="checkbox" name={name} form={form} value={value(row)} aria-label={label(row)} />
      )}
    </td>
  );
}

type CellProps<Row> = {
  column: TableProps<Row>["columns"][number];
  row: Row;
  index: number;
  kind: TableProps<Row>["kind"];
};

function Cell<Row>({ column, row, index, kind }: CellProps<Row>) {
  const { label, sub, cell, numeric, head, primary, nowrap, acts, pin, screenOnly, tone } = column;
  const classes = [
    aligned(kind, { numeric, head }),
    nowrap && "nowrap",
    pinned({ pin }),
    acts && "row-acts",
    screenOnly && "no-print",
    primary && kind === "list" && "tell",
    tone?.(row),
  ];
  const className = classes.filter(Boolean).join(" ") || undefined;
  if (head) {
    return (
      <th scope="row" className={className}>
        {cell(row, index)}
      </th>
    );
  }
  return (
    <td
      className={className}
      data-label={kind === "list" && !primary && !acts ? [label, sub].filter(Boolean).join(" ") : undefined}
    >
      {cell(row, index)}
    </td>
  );
}
