import { aligned, type Column, pinned, type TableProps } from "./column";
import { Dated, Label } from "../ui/line-breaks";
import { ariaSort, SortLink } from "./sort-link";

/** Column headers; sortable ones are links. */
export function TableHead<Row>({ kind, columns, sort, select, groupClass }: TableProps<Row> & { groupClass?: string }) {
  return (
    <thead className={groupClass}>
      {columns.some(({ group }) => group) && <GroupRow columns={columns} before={select ? 1 : 0} />}
      <tr>
        {select && (
          <th className="pick">
            <select-all name={select.name} />
          </th>
        )}
        {columns.map(({ key, label, sub, title, numeric, head, acts, pin, screenOnly, sort: by }) => {
          const field = by === true ? key : by;
          const classes = [
            aligned(kind, { numeric }),
            head && kind !== "small" && "named",
            pinned({ pin }),
            acts && "row-acts",
            (acts || screenOnly) && "no-print",
          ].filter(Boolean);
          return (
            <th
              key={key}
              scope="col"
              className={classes.join(" ") || undefined}
              title={title}
              aria-sort={field ? ariaSort(field, sort) : undefined}
            >
              {field && sort ? <SortLink field={field} label={label} sort={sort} /> : <Label text={label} />}
              {sub && (
                <small>
                  <Dated text={sub} />
                </small>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type GroupProps<Row> = {
  columns: readonly Column<Row>[];
  /** Number of cells before the first column. */ before: number;
};

/** The headings above neighbouring columns of one group, with empty cells between them. */
function GroupRow<Row>({ columns, before }: GroupProps<Row>) {
  type Run = Pick<Column<Row>, "group" | "pin"> & { span: number };
  const runs: Run[] = before > 0 ? [{ span: before }] : [];
  for (const { group, pin } of columns) {
    const last = runs.at(-1);
    if (last && last.group?.label === group?.label && last.pin === pin) last.span += 1;
    else runs.push({ group, pin, span: 1 });
  }
  return (
    <tr className="groups">
      {runs.map(({ group, pin, span }, index) =>
        group ? (
          <th key={index} scope="colgroup" title={group.title} colSpan={span}>
            <span>
              <Label text={group.label} />
            </span>
          </th>
        ) : (
          // Pinned too, so that no heading scrolls above a pinned column.
          <td key={index} colSpan={span} className={pinned({ pin })} />
        ),
      )}
    </tr>
  );
}
