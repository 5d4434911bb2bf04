import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { DrillDownScreen } from "~/components/reports/drill-down-screen";
import { RowFigures } from "~/components/reports/row-figures";
import { withoutFigures } from "~/components/reports/result";
import { reports } from "~/gate.server";
import { figureOf } from "~/http/figure.server";
import { screen } from "~/http/screen.server";
import { explain as texts } from "~/components/reports/explain-texts";

export const loader = screen(
  { opened: reports.rowScreen },
  {
    range: (today) => ({ start: today, end: today }),
    prepare: figureOf,
    names: ["report"],
    whileRefused: withoutFigures,
  },
);
export const meta = pageTitle(texts.row);

/** The figures of one row as a list, for reports with more columns than fit side by side. */
export default function Figures() {
  const { opened, zone, can, errors, back } = useLoaderData<typeof loader>();
  const { report, title, asked: query, chosen, days, print } = opened;
  return (
    <DrillDownScreen
      {...{ title: texts.row, zone, can, report, back, days, errors, printed: print }}
      first={["Report", title]}
      chosen={{ ...chosen, geo: query.geo }}
    >
      <RowFigures {...opened} criteria={query} printed={print} />
    </DrillDownScreen>
  );
}
