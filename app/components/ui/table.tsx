import { aligned, type TableProps } from "./column";
import { TableFoot } from "./table-foot";
import { TableHead } from "./table-head";

/** Every table of the product. */
export function Table<Row>({ kind = "list", ...props }: TableProps<Row>) {
  const table = <Grid kind={kind} {...props} />;
  if (kind !== "report") return table;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div className="scroll" role="region" aria-label={props.caption} tabIndex={0}>
      {table}
    </div>
  );
}

function Grid<Row>(props: TableProps<Row>) {
  const { kind, caption, captionHidden, columns, rows, rowKey, select, totals = [], empty, rowTone } = props;
  const width = columns.length + (select ? 1 : 0);
  return (
    <table className={kind}>
      <caption className={captionHidden ? "unseen" : undefined}>{caption}</caption>
      <TableHead {...props} />
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} className={rowTone?.(row, index)}>
            {select && (
              <td className="pick">
                <input
                  type="checkbox"
                  name={select.name}
                  form={select.form}
                  value={select.value(row)}
                  aria-label={select.label(row)}
                />
              </td>
            )}
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} index={index} kind={kind} />
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr className="empty">
            <td colSpan={width}>{empty}</td>
          </tr>
        )}
      </tbody>
      {totals.length > 0 && rows.length > 0 && <TableFoot {...{ kind, totals, columns }} offset={select ? 1 : 0} />}
    </table>
  );
}

type CellProps<Row> = {
  column: TableProps<Row>["columns"][number];
  row: Row;
  index: number;
  kind: TableProps<Row>["kind"];
};

function Cell<Row>({ column, row, index, kind }: CellProps<Row>) {
  const { label, sub, cell, numeric, head, telling, nowrap, acts, tone } = column;
  const classes = [
    aligned(kind, { numeric, head }),
    nowrap && "nowrap",
    acts && "row-acts",
    telling && kind === "list" && "tell",
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
      data-label={kind === "list" && !telling && !acts ? [label, sub].filter(Boolean).join(" ") : undefined}
    >
      {cell(row, index)}
    </td>
  );
}
