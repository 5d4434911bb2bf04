import { reports } from "~/gate.server";
import { download } from "~/http/calls/download.server";
import { figureOf } from "~/http/figure.server";

export const loader = download(reports.explainExport, {
  filename: "behind-this-figure.csv",
  type: "text/csv",
  prepare: figureOf,
});
