import type { ComponentProps } from "react";
import { period } from "../formats";
import { ScreenHead } from "../frame/screen-head";
import { CriteriaLine } from "../ui/criteria-line";
import { Refusals } from "../ui/failure-pane";
import { BackLink } from "./back-link";

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
  errors: ComponentProps<typeof Refusals>["messages"];
};

/** Above what was opened out of a report: what it is of, and the way back. */
export const OpenedHead = ({ title, zone, report, back, first, chosen, days, printed, errors }: Props) => (
  <>
    <ScreenHead title={title} zone={zone}>
      {!printed && <BackLink report={report} back={back} />}
    </ScreenHead>
    <Refusals messages={errors} />
    <CriteriaLine
      printed={printed}
      parts={[
        first,
        ["Site", chosen.site],
        ["Type", chosen.type],
        ["Office", chosen.office],
        ["Agent", chosen.agent],
        ["Geo", chosen.geo],
        ["Period", period(days)],
      ]}
    />
  </>
);
