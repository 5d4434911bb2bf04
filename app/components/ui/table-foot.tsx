import { aligned, type Column, type TableProps, type Total } from "./column";

type Props<Row> = {
  kind: TableProps<Row>["kind"];
  totals: readonly Total[];
  columns: readonly Column<Row>[];
  /** Cells before the first column. */ offset: number;
};

/** Totals under a double line, each figure below its column. */
export const TableFoot = <Row,>(props: Props<Row>) => (
  <tfoot>
    <TotalRows {...props} />
  </tfoot>
);

/** The same rows where they stand in one group with the last row of the table. */
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
          {columns.slice(span).map(({ key, numeric }) => (
            <td key={key} className={aligned(kind, { numeric })}>
              {cells[key]}
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
