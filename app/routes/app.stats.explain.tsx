import { useLoaderData } from "@remix-run/react";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { BackLink } from "~/components/reports/back-link";
import { BehindTable } from "~/components/reports/behind-table";
import { CriteriaLine } from "~/components/ui/criteria-line";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/ui/pager";
import { reports } from "~/gate.server";
import { figureOf } from "~/http/figure.server";
import { screen } from "~/http/screen.server";
import { explain as texts } from "~/texts/explain";

export const loader = screen(
  { figure: reports.explainScreen },
  { range: (today) => ({ start: today, end: today }), prepare: figureOf },
);
export const meta = titled(texts.heading);

/** The clicks or events that make a figure of a report. */
export default function Explain() {
  const { figure, zone, can, errors, back } = useLoaderData<typeof loader>();
  const { rows, report, title, measure, typename, chosen, print } = figure;
  const ofBonus = /b(Php)?$/.test(measure);
  const name =
    typename === undefined
      ? texts.measures[measure]
      : [typename, ofBonus && texts.events.bonus, measure.endsWith("Php") && texts.pesos].filter(Boolean).join(" ");
  return (
    <>
      <ScreenHead title={texts.heading} zone={zone}>
        {!print && <BackLink report={report} back={back} />}
      </ScreenHead>
      <Refusals messages={errors} />
      <CriteriaLine
        printed={print}
        parts={[
          [title, name],
          ["Site", chosen.site],
          ["Type", chosen.type],
          ["Office", chosen.office],
          ["Agent", chosen.agent],
          ["Geo", chosen.geo],
          ["Period", period(figure)],
        ]}
      />
      <BehindTable {...rows} measure={measure} can={can} />
      {!print && (
        <Pager
          page={figure.page}
          pageSize={figure.pageSize}
          total={rows.total}
          totalIsEstimate={rows.totalIsEstimate}
        />
      )}
    </>
  );
}
