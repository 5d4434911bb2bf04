import { statements as texts } from "~/components/statements/texts";
import { count, dateTime, dollars, period as formatted, pesos, signed } from "../formats";
import type { Column, Total } from "../ui/column";
import { Table } from "../ui/table";
import { type Amounts, type Asked, type Period, type Sheet, statementAddress, type StatementLine } from "./statement";

type Props = {
  sheet: Sheet;
  period: Period;
  asked: Asked;
  /** Which name columns the account may see. */
  can: { groupByOffice: boolean; groupByAgent: boolean };
};
/** The first row is the opening balance, or the amount carried over. */
type Row = { label: string; amounts: Amounts; line?: StatementLine };

/** Opening balance, lines and total. The amounts above the double line add up to the total below it. */
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

/** Omits the agent column on an agent's statement and the office column on an office's. */
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

// A deleted agent is identified by ID: their name finds no one, or someone who took it later.
const named = ({ agent, agentId, gone }: StatementLine) => (gone ? { agentId } : { agent });

/** The price basis or the reason of a line, and the line or half-month it refers to. */
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
