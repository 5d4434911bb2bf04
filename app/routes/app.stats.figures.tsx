import { useLoaderData } from "@remix-run/react";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { BackLink } from "~/components/reports/back-link";
import { RowFigures } from "~/components/reports/row-figures";
import { CriteriaLine } from "~/components/ui/criteria-line";
import { Refusals } from "~/components/ui/failure-pane";
import { reports } from "~/gate.server";
import { figureOf } from "~/http/figure.server";
import { screen } from "~/http/screen.server";
import { explain as texts } from "~/texts/explain";

export const loader = screen(
  { opened: reports.rowScreen },
  { range: (today) => ({ start: today, end: today }), prepare: figureOf },
);
export const meta = titled(texts.row);

/** The figures of one row of a report, which has more columns than can be read beside each other. */
export default function Figures() {
  const { opened, zone, errors, back } = useLoaderData<typeof loader>();
  const { report, title, asked, chosen, days, print } = opened;
  return (
    <>
      <ScreenHead title={texts.row} zone={zone}>
        {!print && <BackLink report={report} back={back} />}
      </ScreenHead>
      <Refusals messages={errors} />
      <CriteriaLine
        printed={print}
        parts={[
          ["Report", title],
          ["Site", chosen.site],
          ["Type", chosen.type],
          ["Office", chosen.office],
          ["Agent", chosen.agent],
          ["Geo", asked.geo],
          ["Period", period(days)],
        ]}
      />
      <RowFigures {...opened} criteria={asked} printed={print} />
    </>
  );
}
