import type { Output, reports } from "~/gate.server";
import { count, dollars, pesos, period, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { Growth } from "../ui/growth";
import { officeFigures as texts } from "./texts";

type Sums = Figures["running"];
type Figures = Output<typeof reports.officeFigures>;
type Key = Exclude<keyof Sums, "start" | "end">;
type Row = { key: Key; label: string; format: (value: number) => string };

const signedWith = (format: (amount: number) => string) => (value: number) => signed(format, value);
const rows: readonly Row[] = [
  { key: "raws", label: texts.raws, format: count },
  { key: "uniques", label: texts.uniques, format: count },
  { key: "sales", label: texts.sales, format: count },
  { key: "bonusSales", label: texts.bonuses, format: count },
  { key: "pesos", label: texts.pesos, format: signedWith(pesos) },
  { key: "earning", label: texts.dollars, format: signedWith(dollars) },
];

type Props = {
  figures: Figures;
  /** The query of the reports that limits them to the office; empty for its manager. */
  office: Readonly<Record<string, string>>;
};

/** The sums of an office by half-month. Each opens the report behind it. */
export function OfficeFigures({ figures, office }: Props) {
  const column = (key: "running" | "before" | "last", label: string): Column<Row> => ({
    key,
    label,
    sub: period(figures[key]),
    numeric: true,
    amount: key === "running",
    cell: (row) => <Figure {...{ row, office }} sums={figures[key]} />,
  });
  const columns: Column<Row>[] = [
    { key: "label", label: texts.figure, head: true, cell: ({ label }) => label },
    column("running", texts.running),
    column("before", texts.before),
    {
      key: "change",
      label: texts.change,
      numeric: true,
      cell: ({ key }) => <Change value={figures.changes[key] ?? 0} />,
    },
    column("last", texts.last),
  ];
  return (
    <Table
      caption={texts.sums}
      columns={columns}
      rows={rows.filter(({ key }) => figures.running[key] !== undefined)}
      empty=""
    />
  );
}

function Figure({ row, sums, office }: { row: Row; sums: Sums; office: Props["office"] }) {
  const { start, end } = sums;
  const report = row.key === "pesos" ? "sites-payout" : "sites";
  const query = new URLSearchParams({ ...office, groupBy: "agent", start, end });
  return <a href={`/app/stats/${report}?${query}`}>{row.format(sums[row.key] ?? 0)}</a>;
}

const Change = ({ value }: { value: number }) => (value === 0 ? null : <Growth value={value} />);
