import { empty } from "~/texts";
import { explain as texts } from "~/components/reports/explain-texts";
import { Table } from "../table/table";
import { figureLinks, opensRows } from "./figures";
import { figureText } from "./site-figure";
import type { Figure, ReportColumn } from "./site-report";

type Props = {
  report: string;
  criteria: Parameters<typeof figureLinks>[1];
  row: { date?: string; companyId?: number; agentId?: number };
  columns: readonly ReportColumn[];
  figures: Readonly<Record<string, Figure>>;
  printed: boolean;
};

/** The figures of one row of a wide report, listed vertically. Each opens the rows behind it. */
export function RowFigures({ report, criteria, row, columns, figures, printed }: Props) {
  const links = figureLinks(report, criteria);
  const rows = columns.filter(({ kind, key }) => opensRows(kind, figures[key], { print: false }));
  return (
    <>
      <div className="figures">
        <Table
          kind="small"
          caption={texts.row}
          captionHidden
          columns={[
            {
              ...{ key: "figure", label: texts.figure, head: true },
              cell: ({ site, label, sub }) => [site?.name, label, sub].filter(Boolean).join(" "),
            },
            {
              ...{ key: "amount", label: texts.amount, numeric: true },
              cell({ key, kind }) {
                const text = figures[key] === null ? texts.noRate : figureText(kind, figures[key]);
                return printed ? text : links.figure(row, key, text);
              },
            },
          ]}
          rows={rows}
          empty={empty.statistics}
        />
      </div>
      {rows.length > 0 && <p className="note">{texts.zeros}</p>}
    </>
  );
}
