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
  if (back?.startsWith(`${STATEMENTS}/`)) return <a href={back}>{texts.backToStatement}</a>;
  if (pathname !== ROW && back?.startsWith(`${ROW}?`)) return <a href={back}>{texts.backToRow}</a>;
  return <a href={reportBehind(report, back, search)}>{texts.back}</a>;
}

/** The report as the person left it, or with the criteria of the present address. */
export function reportBehind(report: string, back: string | undefined, search: string): string {
  const path = `/app/stats/${report}`;
  return back?.startsWith(`${path}?`) ? back : path + reportQuery(search);
}

/** The criteria of the report behind a figure. Several sites become its 'Custom' option. */
function reportQuery(search: string): string {
  const siteId = new URLSearchParams(search).has("siteIds") ? "custom" : undefined;
  return withQuery(search, { siteId, of: null, report: null, page: null, print: null });
}
