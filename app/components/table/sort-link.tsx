import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";
import { Label } from "../ui/line-breaks";
import { Icon } from "../ui/icon";

export type Sort = { sortField: string; sortAsc: boolean };

/** A header link that sorts: a new column ascending, the current one reversed (WIDGET-08). */
export function SortLink({ field, label, sort }: { field: string; label: string; sort: Sort }) {
  const { search } = useLocation();
  const isSorted = sort.sortField === field;
  const sortAsc = isSorted ? !sort.sortAsc : true;
  return (
    <a
      href={withQuery(search, { sortAsc, sortField: field, page: null, after: null })}
      className={isSorted && !sort.sortAsc ? "down" : undefined}
    >
      <Label text={label} />
      {isSorted && <Icon name="up" />}
    </a>
  );
}

export const ariaSort = (field: string, sort?: Sort) =>
  sort?.sortField !== field ? undefined : sort.sortAsc ? "ascending" : "descending";
