import { statements as texts } from "~/texts/statements";
import { count, dateTime, dollars, period as formatted, pesos, signed } from "../formats";
import type { Column, Total } from "../ui/column";
import { Table } from "../ui/table";
import { type Amounts, type Asked, type Period, type Sheet, statementAddress, type StatementLine } from "./statement";

type Props = {
  sheet: Sheet;
  period: Period;
  asked: Asked;
  /** Whose names the account sees. */
  can: { groupByOffice: boolean; groupByAgent: boolean };
};
/** The first row is what stood there before the lines. */
type Row = { label: string; amounts: Amounts; line?: StatementLine };

/** Opening, lines and total: what is above the double line adds up to what is below it. */
export function StatementTable({ sheet, period, asked, can }: Props) {
  const { opening, carried, lines, later, sums, total } = sheet;
  const begin: Row = carried ? { label: texts.carried, amounts: carried } : { label: texts.opening, amounts: opening };
  const rows = [begin, ...lines.map((line): Row => ({ label: texts.kinds[line.kind], amounts: line, line }))];
  const totals: Total[] = [
    ...sums.map(({ of, ...sum }) => totalOf(texts.sums[of], sum)),
    ...(later ? [totalOf(texts.later, later)] : []),
    totalOf(texts.total, total),
  ];
  return (
    <Table
      kind="report"
      caption={texts.heading}
      captionHidden
      columns={columnsOf(period, asked, can)}
      rows={rows}
      rowKey={(_, index) => index}
      totals={totals}
      printed={asked.print}
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
const text = (key: string, label: string, of: (line: StatementLine) => string | null | undefined): Column<Row> => ({
  ...{ key, label, tone: wraps },
  cell: ({ line }) => line && of(line),
});

/** An agent's statement has no column of his name, an office's none of its own. */
function columnsOf({ id }: Period, { agentId, companyId }: Asked, can: Props["can"]): Column<Row>[] {
  const office = text("officeName", texts.office, ({ officeName }) => officeName);
  const agent: Column<Row> = {
    key: "agent",
    label: texts.agent,
    cell: ({ line }) => line && <a href={statementAddress(id, named(line))}>{line.agent}</a>,
  };
  return [
    { key: "kind", label: "Line", head: true, cell: ({ label }) => label },
    ...(can.groupByOffice && companyId === undefined ? [office] : []),
    ...(can.groupByAgent && agentId === undefined ? [agent] : []),
    text("link", "Link", ({ site, link }) => site && `${site}: ${link}`),
    { key: "basis", label: "Basis", tone: wraps, cell: ({ line }) => line && <Basis line={line} /> },
    { key: "at", label: "Time", nowrap: true, cell: ({ line }) => line?.at && dateTime(line.at) },
    {
      key: "count",
      label: "Count",
      numeric: true,
      cell: ({ line }) => typeof line?.count === "number" && count(line.count),
    },
    { key: "php", label: "Pesos", numeric: true, cell: ({ amounts }) => signed(pesos, amounts.php) },
    { key: "usd", label: "Dollars", numeric: true, cell: ({ amounts }) => inDollars(amounts.usd) },
  ];
}

// Nobody is found by the name of a deleted agent, or somebody else who has it now.
const named = ({ agent, agentId, gone }: StatementLine) => (gone ? { agentId } : { agent });

/** How a line is priced, or why it is there, and what it refers to. */
function Basis({ line: { kind, basis, tier, reason, by, origin } }: { line: StatementLine }) {
  const of = origin && (kind === "payment" ? texts.settles : texts.corrects)(formatted(origin));
  return (
    <>
      {[basis, tier && texts.atTier(tier), of].filter(Boolean).join(" ")}
      {reason && <span className="kept">{(basis || of ? ": " : "") + reason}</span>}
      {reason && by && <span className="note"> ({by})</span>}
    </>
  );
}
