import { empty, TOTAL } from "~/texts";
import { agentAddress } from "../agents/addresses";
import { count, period } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { withQuery } from "../ui/address";
import { Growth } from "../ui/growth";
import { SalesLink } from "./figures";

type Row = {
  companyId: number;
  agentId?: number;
  name: string;
  agentName?: string | null;
  sales1: number;
  sales2: number;
  progress: number;
};
type Query = { start1: string; end1: string; start2: string; end2: string; groupBy: string; companyId?: number };
type Props = {
  title: string;
  rows: readonly Row[];
  total: Pick<Row, "sales1" | "sales2" | "progress">;
  query: Query & { sortField: string; sortAsc: boolean; print: boolean };
  /** The query of the address. */
  search: string;
};

/** Offices or agents with their sales in two periods. An office opens its agents, an agent their page. */
export function PerformanceTable({ title, rows, total, query, search }: Props) {
  const { start1, end1, start2, end2 } = query;
  const soldIn = (key: "sales1" | "sales2", label: string, range: { start: string; end: string }): Column<Row> => {
    const cell = ({ companyId, agentId, [key]: sales }: Row) => {
      const of = agentId === undefined ? { companyId } : { companyId: query.companyId, agentId };
      return query.print ? count(sales) : <SalesLink report="office-performance" {...range} {...of} sales={sales} />;
    };
    return { key, label, sub: period(range), numeric: true, sort: true, cell };
  };
  return (
    <Table
      caption={title}
      captionHidden
      kind="report"
      columns={[
        {
          key: "name",
          label: query.groupBy === "agent" ? "Agent" : "Office",
          head: true,
          sort: true,
          cell: (row) => <Name row={row} print={query.print} search={search} />,
        },
        soldIn("sales1", "Period 1 sales", { start: start1, end: end1 }),
        soldIn("sales2", "Period 2 sales", { start: start2, end: end2 }),
        {
          key: "progress",
          label: "Progress",
          numeric: true,
          sort: true,
          pin: "edge",
          cell: ({ progress }) => <Growth value={progress} />,
        },
      ]}
      rows={rows}
      sort={query}
      totals={[
        {
          label: TOTAL,
          cells: {
            sales1: count(total.sales1),
            sales2: count(total.sales2),
            progress: <Growth value={total.progress} />,
          },
        },
      ]}
      empty={empty.statistics}
    />
  );
}

function Name({ row, print, search }: { row: Row; print: boolean; search: string }) {
  const { companyId, agentId, name, agentName } = row;
  const agents = withQuery(search, { companyId, groupBy: "agent", print: null });
  return (
    <>
      {print || agentName === null ? name : <a href={agentId === undefined ? agents : agentAddress(agentId)}>{name}</a>}
      {agentName && <span className="note"> {agentName}</span>}
    </>
  );
}
