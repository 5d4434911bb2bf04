import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { logs } from "~/texts";
import { period } from "../formats";
import { ScreenHead } from "../frame/screen-head";
import { withQuery } from "../ui/address";
import { BackLink } from "./back-link";
import { isRefused } from "../form/criteria";
import { PrintLink } from "./print-link";
import { Result } from "./result";
import { StatsTabs } from "./stats-tabs";

type Props = {
  title: string;
  zone: string;
  can: Parameters<typeof StatsTabs>[0]["can"];
  /** Last segment of the report's path. */
  report: string;
  /** Address of the previous page. */
  back: string | undefined;
  /** First part of the criteria line: the report or the figure. */
  first: readonly [label: string, value: string | undefined];
  chosen: Readonly<Record<string, string | undefined>>;
  days: Parameters<typeof period>[0];
  printed: boolean;
  /** The screen has an export with the same query. */
  exports?: boolean;
  errors: Parameters<typeof Result>[0]["errors"];
  children: ReactNode;
};

/** A screen opened from a report, with its criteria and a link back. */
export const DrillDownScreen = ({
  title,
  zone,
  can,
  report,
  back,
  first,
  chosen,
  days,
  printed,
  exports = false,
  errors,
  children,
}: Props) => (
  <>
    {!printed && <StatsTabs can={can} report={report} />}
    <ScreenHead title={title} zone={zone}>
      {!printed && <BackLink report={report} back={back} />}
      {!printed && exports && !isRefused(errors) && <ExportHere {...days} />}
      {!printed && !isRefused(errors) && <PrintLink />}
    </ScreenHead>
    <Result
      {...{ errors, printed }}
      parts={[
        first,
        ["Site", chosen.site],
        ["Type", chosen.type],
        ["Office", chosen.office],
        ["Agent", chosen.agent],
        ["Geo", chosen.geo],
        ["Basis", chosen.basis],
        ["Period", period(days)],
      ]}
    >
      {children}
    </Result>
  </>
);

/** The same rows as CSV, for the effective days. */
function ExportHere({ start, end }: Props["days"]) {
  const { pathname, search } = useLocation();
  return <a href={`${pathname}/export.csv${withQuery(search, { start, end, page: null })}`}>{logs.export}</a>;
}
