import type { logs, Output } from "~/gate.server";
import type { Column } from "../table/column";

export type LogColumns = Output<typeof logs.clickScreen>["columns"];

/** How the values of a column are shown. `unsorted` leaves out the link that sorts. */
type Cell<Row> = Omit<Column<Row>, "key" | "label" | "sort"> & { unsorted?: true };
export type Cells<Row> = { readonly [Key in keyof Row]?: Cell<Row> };

/** The columns with a cell, in the order of the cells. The log decides on their labels and who sees them. */
export const logColumns = <Row>(columns: LogColumns, cells: Cells<Row>): Column<Row>[] =>
  (Object.entries(cells) as [string, Cell<Row>][]).flatMap(([key, { unsorted, ...cell }]) =>
    columns
      .filter((column) => column.key === key)
      .map(({ label, sort }) => ({ key, label, ...cell, ...(sort && !unsorted ? { sort: true } : {}) })),
  );
