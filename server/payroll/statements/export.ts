import { stringify } from "csv-stringify/sync";
import { now } from "../../kernel/periods/now";
import { readTransaction } from "../../kernel/database/transactions";
import { stream } from "../../kernel/operation/operation";
import { isoTime, zoneLabel } from "../../kernel/periods";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import type { Line } from "../lines";
import { findPeriod } from "../periods";
import { accountOf, amounts, centsOf, type Sum } from "./statement";
import { type Details, detailed } from "./details";
import { partyGiven, StatementForm } from "./form";
import { namesShown } from "./statement";
import { CHOOSE } from "./statement";

/** Number of lines per chunk. */
const PIECE = 1000;

/** All lines of a statement as CSV (LEDGER-06). */
export const statementExport = stream({
  name: "payroll.statementExport",
  does: "export statements",
  allow: atLeast("agent"),
  type: "EXPORT",
  input: StatementForm,
  run: ({ actor }, form) => texts(actor, form),
});

async function* texts(actor: Actor, form: StatementForm): AsyncGenerator<string> {
  const { name, period, opening, lines, total } = await readTransaction(async () => {
    const party = await partyGiven(actor, form);
    if (!party) throw invalid({ agentId: [CHOOSE] });
    const period = await findPeriod(form.periodId);
    const account = await accountOf(period, party.whose);
    return { ...account, name: party.name, period, lines: await detailed(account.lines, period) };
  });
  const columns = columnsOf(actor);
  const sum = (kind: string, of: Sum): Cell[] => {
    const shown: Partial<Record<Column["key"], Cell | null>> = { kind, ...amounts(of) };
    return ["", ...columns.map(({ key }) => shown[key] ?? "")];
  };
  const first = `No. (${name ?? "deleted agent"}, ${period.start} ~ ${period.end}, ${zoneLabel(now())})`;
  yield text([[first, ...columns.map(({ label }) => label)], sum("opening", opening)], columns);
  for (let from = 0; from < lines.length; from += PIECE) {
    const piece = lines.slice(from, from + PIECE);
    yield text(
      piece.map((line, index) => [from + index + 1, ...cellsOf(columns, line)]),
      columns,
    );
  }
  yield text([sum("total", total)], columns);
}

type Column = { key: Exclude<keyof (Line & Details), "gone">; label: string };
type Cell = number | string;

/** The columns of the ledger, with office and agent names only if the account may see them. */
function columnsOf(actor: Actor): Column[] {
  const { offices, agents } = namesShown(actor);
  return [
    { key: "kind", label: "Line" },
    ...(offices ? [{ key: "officeName", label: "Office" } as const] : []),
    ...(agents ? [{ key: "agent", label: "Agent" } as const] : []),
    { key: "site", label: "Site" },
    { key: "link", label: "Link" },
    { key: "basis", label: "Basis" },
    { key: "tier", label: "AVP tier" },
    { key: "count", label: "Count" },
    { key: "php", label: "Pesos" },
    { key: "usd", label: "Dollars" },
    { key: "reason", label: "Reason" },
    { key: "by", label: "By" },
    { key: "at", label: "Time" },
    { key: "id", label: "Number" },
    { key: "refersTo", label: "Refers to" },
  ];
}

function cellsOf(columns: readonly Column[], line: Line & Details): Cell[] {
  const shown = { ...line, ...amounts(centsOf(line)), at: line.at && isoTime(line.at) };
  return columns.map(({ key }) => shown[key] ?? "");
}

/** CSV. Text that a spreadsheet would read as a formula is escaped. Amounts have two decimals; minus signs are kept. */
function text(records: readonly Cell[][], columns: readonly Column[]): string {
  const money = columns.map(({ key }) => key === "php" || key === "usd");
  const number = (value: number, { column }: { column?: number | string }) =>
    money[Number(column) - 1] ? value.toFixed(2) : String(value);
  return stringify([...records], { escape_formulas: true, cast: { number } });
}
