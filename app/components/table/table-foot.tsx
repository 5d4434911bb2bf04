import { aligned, pinned, type Column, type TableProps, type Total } from "./column";

type Props<Row> = {
  kind: TableProps<Row>["kind"];
  totals: readonly Total[];
  columns: readonly Column<Row>[];
  /** Number of cells before the first column. */ offset: number;
};

/** Totals below a double line, each in the column it sums. */
export const TableFoot = <Row,>(props: Props<Row>) => (
  <tfoot>
    <TotalRows {...props} />
  </tfoot>
);

/** The total rows without a tfoot, for a row group shared with the table's last row. */
export function TotalRows<Row>({ kind, totals, columns, offset, className }: Props<Row> & { className?: string }) {
  const first = columns.findIndex(({ key }) => totals.some(({ cells }) => key in cells));
  const span = first < 1 ? columns.length : first;
  return (
    <>
      {totals.map(({ label, name = label, cells }) => (
        <tr key={label} className={className}>
          <th scope="row" colSpan={span + offset}>
            {kind === "report" ? <span>{name}</span> : name}
          </th>
          {columns.slice(span).map(({ key, numeric, pin }) => (
            <td
              key={key}
              className={[aligned(kind, { numeric }), pinned({ pin })].filter(Boolean).join(" ") || undefined}
            >
              {cells[key]}
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
