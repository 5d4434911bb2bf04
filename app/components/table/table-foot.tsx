import { joined } from "./classes";
import { figureTone } from "./typeset";
import type { ReactNode } from "react";
import { aligned, pinned, type Column, type TableProps, type Total } from "./column";

type Props<Row> = {
  kind: TableProps<Row>["kind"];
  totals: readonly Total[];
  columns: readonly Column<Row>[];
  /** 1 where each row begins with a box to tick. */ offset: number;
  /** Classes of the row group. */ groupClass?: string;
};

/** Number of columns above the label of the totals. */
export function labelSpan<Row>({ totals, columns }: Pick<Props<Row>, "totals" | "columns">): number {
  const first = columns.findIndex(({ key }) => totals.some(({ cells }) => key in cells));
  return first < 1 ? columns.length : first;
}

/** Totals below a double line, each in the column it sums. */
export const TableFoot = <Row,>(props: Props<Row>) => (
  <tfoot className={props.groupClass}>
    <TotalRows {...props} />
  </tfoot>
);

function toneOf(cell: ReactNode, plain?: boolean) {
  const tone = typeof cell === "string" ? figureTone(cell) : undefined;
  return plain && tone === "zero" ? undefined : tone;
}

/** The total rows without a tfoot, for a row group shared with the table's last row. */
export function TotalRows<Row>({ kind, totals, columns, offset, className }: Props<Row> & { className?: string }) {
  const span = labelSpan({ totals, columns });
  return (
    <>
      {totals.map(({ label, name = label, part, plain, cells }) => (
        <tr key={label} className={joined(className, !part && "total")}>
          {offset > 0 && <td className="pick" />}
          <th scope="row" colSpan={span}>
            {kind === "report" ? <span>{name}</span> : name}
          </th>
          {columns.slice(span).map(({ key, label: heading, numeric, pin, screenOnly }) => (
            <td
              key={key}
              data-l={kind === "list" && cells[key] ? heading : undefined}
              className={joined(
                aligned(kind, { numeric }),
                pinned({ pin }),
                screenOnly && "no-print",
                toneOf(cells[key], plain),
              )}
            >
              {cells[key]}
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
