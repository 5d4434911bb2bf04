import type { ReactNode } from "react";
import { period } from "../formats";
import { ScreenHead } from "../frame/screen-head";
import { BackLink } from "./back-link";
import { Result } from "./result";

type Props = {
  title: string;
  zone: string;
  /** The last part of the report's address. */
  report: string;
  /** The page that led here. */
  back: string | undefined;
  /** The report or the figure. */
  first: readonly [label: string, value: string | undefined];
  chosen: Readonly<Record<string, string | undefined>>;
  days: Parameters<typeof period>[0];
  printed: boolean;
  errors: Parameters<typeof Result>[0]["errors"];
  children: ReactNode;
};

/** What was opened out of a report, under what it is of, and the way back. */
export const Opened = ({ title, zone, report, back, first, chosen, days, printed, errors, children }: Props) => (
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
        ["Period", period(days)],
      ]}
    >
      {children}
    </Result>
  </>
);
