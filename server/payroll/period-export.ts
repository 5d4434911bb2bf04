import { readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { zoneLabel } from "../kernel/periods";
import { now } from "../kernel/periods/now";
import { Input, readPeriodLines } from "./period-screen";
import { amountsCsv, type Cell } from "./amounts-csv";

type Line = Awaited<ReturnType<typeof readPeriodLines>>[number];
const columns: [heading: string, cell: (line: Line) => Cell | null][] = [
  ["Line", ({ id }) => id && String(id)],
  ["Agent", ({ agent }) => agent],
  ["Office", ({ officeName }) => officeName],
  ["Kind", ({ kind }) => kind],
  ["Link", ({ link }) => link],
  ["Basis", ({ basis }) => basis],
  ["Reason", ({ reason }) => reason],
  ["Count", ({ count }) => (count === null ? null : String(count))],
  ["Pesos", ({ php }) => php],
  ["Dollars", ({ usd }) => usd],
  ["By", ({ by }) => by],
  ["Written", ({ at }) => at],
  ["Refers to", ({ settles, refersTo }) => settles ?? (refersTo && String(refersTo))],
];

/** Number of lines per chunk. */
const CHUNK_SIZE = 1000;

/** The lines of a half-month as CSV, with the filters and order of its screen. */
export const periodExport = stream({
  name: "payroll.periodExport",
  does: "read the ledger",
  allow: atLeast("admin"),
  type: "EXPORT",
  input: Input,
  async *run({ actor }, input) {
    const lines = await readTransaction(() => readPeriodLines(actor, input));
    yield amountsCsv([columns.map(([heading]) => (heading === "Written" ? `Written (${zoneLabel(now())})` : heading))]);
    for (let from = 0; from < lines.length; from += CHUNK_SIZE) {
      const chunk = lines.slice(from, from + CHUNK_SIZE);
      yield amountsCsv(chunk.map((line) => columns.map(([, cell]) => cell(line) ?? "")));
    }
  },
});
