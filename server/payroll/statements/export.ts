import { stringify } from "csv-stringify/sync";
import { now } from "../../kernel/periods/now";
import { readTransaction } from "../../kernel/database/transactions";
import { stream } from "../../kernel/operation/operation";
import { isoTime, zoneLabel } from "../../kernel/periods";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import type { Line } from "../lines";
import { findPeriod } from "../periods";
import { amounts, centsOf, CHOOSE_PARTY, readAccount, type Sum, visibleNames } from "./statement";
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
  input: StatementForm,
  run: ({ actor }, form) => exportChunks(actor, form),
});

async function* exportChunks(actor: Actor, form: StatementForm): AsyncGenerator<string> {
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
  const first = `No. (${name ?? "deleted agent"}, ${period.start} ~ ${period.end}, ${zoneLabel(now())})`;
  yield text([[first, ...columns.map(({ label }) => label)], sum("opening", opening)], columns);
  for (let from = 0; from < lines.length; from += CHUNK_SIZE) {
    const chunk = lines.slice(from, from + CHUNK_SIZE);
    yield text(
      chunk.map((line, index) => [from + index + 1, ...toCells(columns, line)]),
      columns,
    );
  }
  yield text([sum("total", total)], columns);
}

type Column = { key: Exclude<keyof (Line & Details), "gone">; label: string };
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
    { key: "at", label: "Time" },
    { key: "id", label: "Number" },
    { key: "refersTo", label: "Refers to" },
  ];
}

function toCells(columns: readonly Column[], line: Line & Details): Cell[] {
  const values = { ...line, ...amounts(centsOf(line)), at: line.at && isoTime(line.at) };
  return columns.map(({ key }) => values[key] ?? "");
}

/** CSV. Text that a spreadsheet would read as a formula is escaped. Amounts have two decimals; minus signs are kept. */
function text(records: readonly Cell[][], columns: readonly Column[]): string {
  const isMoney = columns.map(({ key }) => key === "php" || key === "usd");
  const number = (value: number, { column }: { column?: number | string }) =>
    isMoney[Number(column) - 1] ? value.toFixed(2) : String(value);
  return stringify([...records], { escape_formulas: true, cast: { number } });
}
