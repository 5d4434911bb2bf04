import { aligned, type TableProps } from "./column";
import { ariaSort, SortLink } from "./sort-link";

/** Column headers; sortable ones are links. */
export function TableHead<Row>({ kind, columns, sort, select }: TableProps<Row>) {
  return (
    <thead>
      <tr>
        {select && (
          <th className="pick">
            <select-all name={select.name} />
          </th>
        )}
        {columns.map(({ key, label, sub, numeric, head, acts, sort: by }) => {
          const field = by === true ? key : by;
          const classes = [aligned(kind, { numeric: numeric || acts }), head && kind === "report" && "named"].filter(
            Boolean,
          );
          return (
            <th
              key={key}
              scope="col"
              className={classes.join(" ") || undefined}
              aria-sort={field ? ariaSort(field, sort) : undefined}
            >
              {field && sort ? <SortLink field={field} label={label} sort={sort} /> : label}
              {sub && <small>{sub}</small>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
