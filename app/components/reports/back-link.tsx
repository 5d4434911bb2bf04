import { useLocation } from "@remix-run/react";
import { explain as texts } from "~/texts/explain";
import { withQuery } from "../ui/address";
import { ROW } from "./figures";

type Props = {
  /** The last part of the report's address. */
  report: string;
  /** The page that led here. */
  back: string | undefined;
};

/** From a figure to the row or the report that it was opened in, as that was left; without one to the report by its criteria. */
export function BackLink({ report, back }: Props) {
  const { pathname, search } = useLocation();
  const path = `/app/stats/${report}`;
  if (pathname !== ROW && back?.startsWith(`${ROW}?`)) return <a href={back}>{texts.backToRow}</a>;
  return <a href={back?.startsWith(`${path}?`) ? back : path + reportQuery(search)}>{texts.back}</a>;
}

/** The criteria of the report that a figure was opened in; several sites are its 'Custom' choice. */
function reportQuery(search: string): string {
  const siteId = new URLSearchParams(search).has("siteIds") ? "custom" : undefined;
  return withQuery(search, { siteId, of: null, report: null, page: null, print: null });
}
