import type { Abilities } from "~/gate.server";
import { statements as texts } from "~/components/statements/texts";
import { count, dateTime, dollars, pesos, signed } from "../formats";
import { Basis } from "./statement-basis";
import type { Column, Total } from "../table/column";
import { Table } from "../table/table";
import {
  eventsAddress,
  lineAnchor,
  type StatementQuery,
  type Period,
  type Sheet,
  statementAddress,
  type StatementLine,
} from "./statement";
import type { Amounts } from "./settlement";

type Props = {
  sheet: Sheet;
  period: Period;
  asked: StatementQuery;
  /** Which name columns the account may see. */
  can: Pick<Abilities, "groupByOffice" | "groupByAgent">;
};
/** The first row is the opening balance, or the amount carried over. */
type Row = { label: string; amounts: Amounts; line?: StatementLine; anchor?: string };

/** Opening balance, lines and total. The amounts above the double line add up to the total below it. */
export function StatementTable({ sheet, period, asked: query, can }: Props) {
  const { opening, carried, lines, later, sums, total } = sheet;
  const firstRow: Row = carried
    ? { label: texts.carried, amounts: carried }
    : { label: texts.opening, amounts: opening };
  const rowOf = (line: StatementLine, index: number): Row => ({
    ...{ label: line.name, amounts: line, line, anchor: lineAnchor(lines, index) },
  });
  const rows = [firstRow, ...lines.map(rowOf)];
  const totals: Total[] = [
    ...sums.map(({ of: category, ...sum }) => ({ ...totalOf(texts.sums[category], sum), part: true })),
    ...(later ? [{ ...totalOf(texts.later, later), part: true }] : []),
    totalOf(texts.total, total),
  ];
  return (
    <Table
      kind={query.print ? "report" : "list"}
      caption={texts.heading}
      captionHidden
      columns={columnsOf(period, query, can)}
      rows={rows}
      totals={totals}
      printed={query.print}
      empty=""
    />
  );
}

const totalOf = (label: string, { php, usd }: Amounts): Total => ({
  label,
  cells: { php: signed(pesos, php), usd: inDollars(usd) },
});

const inDollars = (usd: number | null) => (usd === null ? "–" : signed(dollars, usd));

const wraps = () => "wraps";
const text = (
  key: string,
  label: string,
  getText: (line: StatementLine) => string | null | undefined,
): Column<Row> => ({
  ...{ key, label, tone: wraps },
  cell: ({ line }) => line && getText(line),
});

/** Omits the agent column on an agent's statement and the office column on an office's. */
function columnsOf(period: Period, { agentId, companyId }: StatementQuery, can: Props["can"]): Column<Row>[] {
  const { id } = period;
  const office = text("officeName", texts.office, ({ officeName }) => officeName);
  const agent: Column<Row> = {
    key: "agent",
    label: texts.agent,
    cell: ({ line }) => line && <a href={statementAddress(id, agentFilter(line))}>{line.agent}</a>,
  };
  return [
    { key: "kind", label: "Line", head: true, cell: ({ label }) => label },
    ...(can.groupByOffice && companyId === undefined ? [office] : []),
    ...(can.groupByAgent && agentId === undefined ? [agent] : []),
    {
      ...{ key: "link", label: "Link", tone: wraps },
      cell: ({ line, anchor }) => line?.site && <span id={anchor}>{`${line.site}: ${line.link}`}</span>,
    },
    { key: "basis", label: "Basis", long: true, tone: wraps, cell: ({ line }) => line && <Basis line={line} /> },
    // Event lines are all written when the period is closed, which is not the time of their sales.
    {
      ...{ key: "at", label: "Time", nowrap: true },
      cell: ({ line }) => line?.at && line.kind !== "event" && dateTime(line.at),
    },
    {
      key: "count",
      label: "Count",
      numeric: true,
      cell: ({ line }) => line && <Count line={line} period={period} />,
    },
    { key: "php", label: "Pesos", numeric: true, primary: true, cell: ({ amounts }) => signed(pesos, amounts.php) },
    { key: "usd", label: "Dollars", numeric: true, cell: ({ amounts }) => inDollars(amounts.usd) },
  ];
}

function Count({ line, period }: { line: StatementLine; period: Period }) {
  if (line.count === null) return null;
  const to = eventsAddress(period, line);
  return to ? <a href={to}>{count(line.count)}</a> : <>{count(line.count)}</>;
}

// A deleted agent is identified by ID: their name finds no one, or someone who took it later.
const agentFilter = ({ agent, agentId, gone }: StatementLine) => (gone ? { agentId } : { agent });
