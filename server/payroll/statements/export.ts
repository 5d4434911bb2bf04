import { readTransaction } from "../../kernel/database/transactions";
import { type Call, stream } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/time";
import { csvText, offsetCell, offsetHeading, timeCell, timeHeading } from "../../kernel/operation/csv";
import { csvFileName } from "../../kernel/text/file-name";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type Line, lineName } from "../lines";
import { findPeriod } from "../periods";
import { CHOOSE_PARTY, readAccount, visibleNames } from "./statement";
import { amounts, centsOf, type Sum } from "./sums";
import { type Details, addDetails } from "./details";
import { resolveParty, StatementForm } from "./form";

/** Number of lines per chunk. */
const CHUNK_SIZE = 1000;

/** All lines of a statement as CSV (LEDGER-06). */
export const statementExport = stream({
  name: "payroll.statementExport",
  does: "export statements",
  allow: atLeast("agent"),
  type: "EXPORT",
  heavy: true,
  input: StatementForm,
  run: (call, form) => exportChunks(call, form),
});

async function* exportChunks({ actor, saveAs }: Call, form: StatementForm): AsyncGenerator<string> {
  const { name, period, opening, lines, total } = await readTransaction(async () => {
    const party = await resolveParty(actor, form);
    if (!party) throw invalid({ agentId: [CHOOSE_PARTY] });
    const period = await findPeriod(form.periodId);
    const account = await readAccount(period, party.filter);
    return { ...account, name: party.name, period, lines: await addDetails(account.lines, period) };
  });
  const columns = visibleColumns(actor);
  const sum = (kind: string, amount: Sum): Cell[] => {
    const values: Partial<Record<Column["key"], Cell | null>> = { kind, ...amounts(amount) };
    return ["", ...columns.map(({ key }) => values[key] ?? "")];
  };
  saveAs(csvFileName("statement", name ?? "deleted-agent", period.start, period.end));
  yield csvText([["No.", ...columns.map(({ label }) => label)]]);
  yield text([sum("Opening balance", opening)], columns);
  for (let from = 0; from < lines.length; from += CHUNK_SIZE) {
    const chunk = lines.slice(from, from + CHUNK_SIZE);
    yield text(
      chunk.map((line, index) => [from + index + 1, ...toCells(columns, line)]),
      columns,
    );
  }
  yield text([sum("Total", total)], columns);
}

type Column = { key: Exclude<keyof (Line & Details), "gone"> | "offset"; label: string };
type Cell = number | string;

/** The columns of the ledger, with office and agent names only if the account may see them. */
function visibleColumns(actor: Actor): Column[] {
  const { offices, agents } = visibleNames(actor);
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
    { key: "at", label: timeHeading("Time") },
    { key: "id", label: "Number" },
    { key: "refersTo", label: "Refers to" },
    { key: "reference", label: "Reference" },
    { key: "offset", label: offsetHeading("Time") },
  ];
}

function toCells(columns: readonly Column[], line: Line & Details): Cell[] {
  const at = line.at && isoTime(line.at);
  const values = {
    ...line,
    ...amounts(centsOf(line)),
    kind: lineName(line),
    at: timeCell(at),
    offset: offsetCell(at),
  };
  return columns.map(({ key }) => values[key] ?? "");
}

const text = (records: Cell[][], columns: readonly Column[]): string =>
  csvText(records, [false, ...columns.map(({ key }) => key === "php" || key === "usd")]);
