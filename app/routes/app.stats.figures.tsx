import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { Opened } from "~/components/reports/opened";
import { RowFigures } from "~/components/reports/row-figures";
import { reports } from "~/gate.server";
import { figureOf } from "~/http/figure.server";
import { screen } from "~/http/screen.server";
import { explain as texts } from "~/components/reports/explain-texts";

export const loader = screen(
  { opened: reports.rowScreen },
  { range: (today) => ({ start: today, end: today }), prepare: figureOf, names: ["report"] },
);
export const meta = titled(texts.row);

/** The figures of one row as a list, for reports with more columns than fit side by side. */
export default function Figures() {
  const { opened, zone, errors, back } = useLoaderData<typeof loader>();
  const { report, title, asked, chosen, days, print } = opened;
  return (
    <Opened
      {...{ title: texts.row, zone, report, back, days, errors, printed: print }}
      first={["Report", title]}
      chosen={{ ...chosen, geo: asked.geo }}
    >
      <RowFigures {...opened} criteria={asked} printed={print} />
    </Opened>
  );
}
