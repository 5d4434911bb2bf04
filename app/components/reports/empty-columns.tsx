import { useLocation } from "@remix-run/react";
import { withQuery } from "../ui/address";

type Props = { count: number; hidden: boolean; printed: boolean };

/** How many columns of a report hold nothing but 0, and a link that hides or shows them. */
export function EmptyColumns({ count, hidden, printed }: Props) {
  const { search } = useLocation();
  if (count === 0 || (printed && !hidden)) return null;
  const columns = count === 1 ? "1 empty column" : `${count} empty columns`;
  if (printed) return <p className="note">{columns} left out.</p>;
  return (
    <p className="note">
      {hidden ? `${columns} hidden. ` : ""}
      <a className="no-print" href={withQuery(search, { empty: hidden ? "show" : "hide" })}>
        {hidden ? "Show all columns" : `Hide ${columns}`}
      </a>
    </p>
  );
}
