import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ExplainTable } from "~/components/reports/explain-table";
import { DrillDownScreen } from "~/components/reports/drill-down-screen";
import { Pager } from "~/components/table/pager";
import { withoutFigures } from "~/components/reports/result";
import { reports } from "~/gate.server";
import { figureOf } from "~/http/figure.server";
import { screen } from "~/http/screen.server";
import { explain as texts } from "~/components/reports/explain-texts";

export const loader = screen(
  { figure: reports.explainScreen },
  {
    range: (today) => ({ start: today, end: today }),
    prepare: figureOf,
    names: ["report"],
    whileRefused: withoutFigures,
  },
);
export const meta = pageTitle(texts.heading);

/** The clicks or events behind a figure of a report. */
export default function Explain() {
  const { figure, zone, can, errors, back } = useLoaderData<typeof loader>();
  const { rows, report, title, measure, sitename, typename, chosen, print } = figure;
  const isBonus = /b(Php)?$/.test(measure);
  const name =
    typename === undefined
      ? texts.measures[measure]
      : [sitename, typename, isBonus && texts.events.bonus, measure.endsWith("Php") && texts.pesos]
          .filter(Boolean)
          .join(" ");
  return (
    <DrillDownScreen
      {...{ title: texts.heading, zone, can, report, back, chosen, errors, days: figure, printed: print }}
      first={[title, name]}
      exports
    >
      <ExplainTable {...rows} measure={measure} can={can} />
      {!print && (
        <Pager
          page={figure.page}
          pageSize={figure.pageSize}
          total={rows.total}
          totalIsEstimate={rows.totalIsEstimate}
        />
      )}
    </DrillDownScreen>
  );
}
