import { count, period } from "../formats";
import type { Column } from "../table/column";
import { Growth } from "../ui/growth";
import { Table } from "../table/table";
import { empty, home as texts } from "~/texts";

type TopAgent = { office?: string; agent: string; agentName: string; sales: number };
type TopOffice = { name: string; sales1: number; progress: number; progressSoFar: number };
type Props = {
  dashboard: {
    weekPeriod: string;
    beWeekPeriod: string;
    weekTop10: readonly TopAgent[];
    allTimeTop10: readonly TopAgent[];
    beWeekOffices: readonly TopOffice[];
  };
  /** Shows the agents' offices. */
  withOffice: boolean;
};

const HIGHLIGHTED = 3;

/** The three rankings of the network: agents of the week, agents of all time, and offices (HOME-06). */
export function Rankings({ dashboard, withOffice }: Props) {
  const { weekPeriod, beWeekPeriod, weekTop10, allTimeTop10, beWeekOffices } = dashboard;
  const columns = withOffice ? [place, agent, office, sales] : [place, agent, sales];
  return (
    <div className="rankings">
      <Ranking title={texts.weekly} value={weekPeriod} rows={weekTop10} columns={columns} />
      <Ranking title={texts.allTime} rows={allTimeTop10} columns={columns} />
      <div className="stack">
        <Ranking title={texts.offices} value={beWeekPeriod} rows={beWeekOffices} columns={officeColumns} />
        {beWeekOffices.length > 0 && <p className="note">{texts.sameDaysNote}</p>}
      </div>
    </div>
  );
}

type RankingProps<Row> = { title: string; value?: string; rows: readonly Row[]; columns: readonly Column<Row>[] };

function Ranking<Row>({ title, value, rows, columns }: RankingProps<Row>) {
  const [start = "", end = ""] = (value ?? "").split(",");
  return (
    <Table
      kind="small"
      caption={value ? `${title} (${period({ start, end })})` : title}
      columns={columns}
      rows={rows}
      rowTone={(_row, index) => (index < HIGHLIGHTED ? "top" : undefined)}
      empty={empty.period}
    />
  );
}

const place = {
  key: "no",
  label: "No",
  numeric: true,
  cell: (_row: unknown, index: number) => index + 1,
};
const agent: Column<TopAgent> = {
  key: "agent",
  label: "Agent",
  head: true,
  cell: ({ agent, agentName }) => (
    <>
      {agent} <span className="note">{agentName}</span>
    </>
  ),
};
const office: Column<TopAgent> = { key: "office", label: "Office", cell: ({ office }) => office };
const sales: Column<TopAgent> = {
  key: "sales",
  label: "Sales",
  numeric: true,
  cell: (row) => count(row.sales),
};
const officeColumns: readonly Column<TopOffice>[] = [
  place,
  { key: "name", label: "Office", head: true, cell: ({ name }) => name },
  { key: "sales1", label: "Sales", numeric: true, cell: ({ sales1 }) => count(sales1) },
  { key: "growth", label: "Growth", numeric: true, cell: ({ progress }) => <Growth value={progress} /> },
  { key: "sameDays", label: texts.sameDays, numeric: true, cell: (row) => <Growth value={row.progressSoFar} /> },
];
