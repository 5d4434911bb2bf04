import type { TableProps } from "./column";
import { ariaSort, SortLink } from "./sort-link";

/** Names of the columns; those that sort are links. */
export function TableHead<Row>({ columns, sort, select }: TableProps<Row>) {
  return (
    <thead>
      <tr>
        {select && (
          <th className="pick">
            <select-all name={select.name} />
          </th>
        )}
        {columns.map(({ key, label, sub, numeric, acts, sort: by }) => {
          const field = by === true ? key : by;
          return (
            <th
              key={key}
              scope="col"
              className={numeric || acts ? "num" : undefined}
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
