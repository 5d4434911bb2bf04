import type { ReactNode } from "react";
import { period } from "../formats";
import { ScreenHead } from "../frame/screen-head";
import { BackLink } from "./back-link";
import { Result } from "./result";

type Props = {
  title: string;
  zone: string;
  /** Last segment of the report's path. */
  report: string;
  /** Address of the previous page. */
  back: string | undefined;
  /** First part of the criteria line: the report or the figure. */
  first: readonly [label: string, value: string | undefined];
  chosen: Readonly<Record<string, string | undefined>>;
  days: Parameters<typeof period>[0];
  printed: boolean;
  errors: Parameters<typeof Result>[0]["errors"];
  children: ReactNode;
};

/** A screen opened from a report, with its criteria and a link back. */
export const DrillDownScreen = ({
  title,
  zone,
  report,
  back,
  first,
  chosen,
  days,
  printed,
  errors,
  children,
}: Props) => (
  <>
    <ScreenHead title={title} zone={zone}>
      {!printed && <BackLink report={report} back={back} />}
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
