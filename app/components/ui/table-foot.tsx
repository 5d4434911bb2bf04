import type { Column, Total } from "./column";

type Props<Row> = {
  totals: readonly Total[];
  columns: readonly Column<Row>[];
  /** Cells before the first column. */ offset: number;
};

/** Totals under a double line, each figure below its column. */
export function TableFoot<Row>({ totals, columns, offset }: Props<Row>) {
  const first = columns.findIndex(({ key }) => totals.some(({ cells }) => key in cells));
  const span = first < 1 ? columns.length : first;
  return (
    <tfoot>
      {totals.map(({ label, cells }) => (
        <tr key={label}>
          <th scope="row" colSpan={span + offset}>
            {label}
          </th>
          {columns.slice(span).map(({ key, numeric }) => (
            <td key={key} className={numeric ? "num" : undefined}>
              {cells[key]}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}
