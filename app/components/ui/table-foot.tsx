import { aligned, type Column, type TableProps, type Total } from "./column";

type Props<Row> = {
  kind: TableProps<Row>["kind"];
  totals: readonly Total[];
  columns: readonly Column<Row>[];
  /** Cells before the first column. */ offset: number;
};

/** Totals under a double line, each figure below its column. */
export function TableFoot<Row>({ kind, totals, columns, offset }: Props<Row>) {
  const first = columns.findIndex(({ key }) => totals.some(({ cells }) => key in cells));
  const span = first < 1 ? columns.length : first;
  return (
    <tfoot>
      {totals.map(({ label, name = label, cells }) => (
        <tr key={label}>
          <th scope="row" colSpan={span + offset}>
            {name}
          </th>
          {columns.slice(span).map(({ key, numeric }) => (
            <td key={key} className={aligned(kind, { numeric })}>
              {cells[key]}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}
