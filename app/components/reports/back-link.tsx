import { useLocation } from "@remix-run/react";
import { explain as texts } from "~/components/reports/explain-texts";
import { STATEMENTS } from "../statements/statement";
import { withQuery } from "../ui/address";
import { ROW } from "./figures";

type Props = {
  /** Last segment of the report's path. */
  report: string;
  /** Address of the previous page. */
  back: string | undefined;
};

/**
 * Returns from a figure to the row or report that opened it, with its sorting and page. Without a previous page,
 * returns to the report with the figure's criteria.
 */
export function BackLink({ report, back }: Props) {
  const { pathname, search } = useLocation();
  const path = `/app/stats/${report}`;
  if (back?.startsWith(`${STATEMENTS}/`)) return <a href={back}>{texts.backToStatement}</a>;
  if (pathname !== ROW && back?.startsWith(`${ROW}?`)) return <a href={back}>{texts.backToRow}</a>;
  return <a href={back?.startsWith(`${path}?`) ? back : path + reportQuery(search)}>{texts.back}</a>;
}

/** The criteria of the report behind a figure. Several sites become its 'Custom' option. */
function reportQuery(search: string): string {
  const siteId = new URLSearchParams(search).has("siteIds") ? "custom" : undefined;
  return withQuery(search, { siteId, of: null, report: null, page: null, print: null });
}
