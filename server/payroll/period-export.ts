import { readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { offsetCell, offsetHeading, timeCell, timeHeading } from "../kernel/operation/csv";
import { csvFileName } from "../kernel/text/file-name";
import { Input, readPeriodLines } from "./period-screen";
import { amountsCsv, type Cell } from "./amounts-csv";

type Line = Awaited<ReturnType<typeof readPeriodLines>>["lines"][number];
const columns: [heading: string, cell: (line: Line) => Cell | null][] = [
  ["Line", ({ id }) => id && String(id)],
  ["Agent", ({ agent }) => agent],
  ["Office", ({ officeName }) => officeName],
  ["Kind", ({ name }) => name],
  ["Link", ({ link }) => link],
  ["Basis", ({ basis }) => basis],
  ["Reason", ({ reason }) => reason],
  ["Count", ({ count }) => (count === null ? null : String(count))],
  ["Pesos", ({ php }) => php],
  ["Dollars", ({ usd }) => usd],
  ["By", ({ by }) => by],
  [timeHeading("Written"), ({ at }) => timeCell(at)],
  ["Refers to", ({ settles, refersTo }) => settles ?? (refersTo && String(refersTo))],
  [offsetHeading("Written"), ({ at }) => offsetCell(at)],
];

/** Number of lines per chunk. */
const CHUNK_SIZE = 1000;

/** The lines of a half-month as CSV, with the filters and order of its screen. */
export const periodExport = stream({
  name: "payroll.periodExport",
  does: "read the ledger",
  allow: atLeast("admin"),
  type: "EXPORT",
  heavy: true,
  input: Input,
  async *run({ actor, saveAs }, input) {
    const { period, office, agent, lines } = await readTransaction(() => readPeriodLines(actor, input));
    saveAs(csvFileName("ledger", office, agent, period.start, period.end));
    yield amountsCsv([columns.map(([heading]) => heading)]);
    for (let from = 0; from < lines.length; from += CHUNK_SIZE) {
      const chunk = lines.slice(from, from + CHUNK_SIZE);
      yield amountsCsv(chunk.map((line) => columns.map(([, cell]) => cell(line) ?? "")));
    }
  },
});
