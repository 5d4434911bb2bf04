import { useLocation } from "@remix-run/react";
import { count } from "../formats";
import { withQuery } from "../ui/address";

type Props = {
  page: number;
  pageSize: number;
  total: number;
  totalIsEstimate?: boolean;
  /** Cursor of the next page, for a list that grows while it is read. */
  after?: string;
};

/** Prev, 'page of pages', Next; nothing without rows. Ctrl+Left and Ctrl+Right trigger the links (WIDGET-05, -06). */
export function Pager({ page, pageSize, total, totalIsEstimate = false, after }: Props) {
  const { search } = useLocation();
  if (total <= 0) return null;
  const pages = Math.ceil(total / pageSize);
  const to = (wanted: number, place: string | null) => withQuery(search, { page: wanted, after: place });
  return (
    <page-keys>
      <nav className="pager" aria-label="Pages">
        {page > 1 ? (
          <a rel="prev" className="button" href={to(Math.min(page - 1, pages), null)}>
            Prev
          </a>
        ) : (
          <span className="button off">Prev</span>
        )}
        <span>{`${count(page)} of ${count(pages)}${totalIsEstimate ? "+" : ""}`}</span>
        {page < pages || totalIsEstimate ? (
          <a rel="next" className="button" href={to(page + 1, after ?? null)}>
            Next
          </a>
        ) : (
          <span className="button off">Next</span>
        )}
      </nav>
    </page-keys>
  );
}
