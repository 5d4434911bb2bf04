import { stringify } from "csv-stringify/sync";
import { readTransaction } from "../../kernel/database/transactions";
import { stream } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { findPeriod } from "../periods";
import { type PreviewAccount, readAccounts } from "./accounts";
import { PreviewInput } from "./screen";

type Cell = string | number;
const columns: [heading: string, cell: (account: PreviewAccount) => Cell][] = [
  ["Agent", ({ agent }) => agent],
  ["Office", ({ officeName }) => officeName],
  ["Opening", ({ opening }) => opening],
  ["This half-month", ({ earned }) => earned],
  ["Corrections and advances", ({ others }) => others],
  ["Balance", ({ balance }) => balance],
  ["To pay", ({ php }) => php],
  ["Dollars", ({ usd }) => usd],
  ["Held back", ({ hold }) => hold?.reason ?? ""],
];

/** The list before paying as CSV, with the same filters as its screen. */
export const payPreviewExport = stream({
  name: "payroll.payPreviewExport",
  does: "pay pay periods",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  input: PreviewInput,
  async *run(_call, { id, ...filter }) {
    const accounts = await readTransaction(async () => {
      await findPeriod(id);
      return readAccounts(id, filter);
    });
    yield toCsv([columns.map(([heading]) => heading)]);
    yield toCsv(accounts.map((account) => columns.map(([, cell]) => cell(account))));
  },
});

/** CSV. Text that a spreadsheet would read as a formula is escaped. All numbers are amounts with two decimals. */
const toCsv = (records: Cell[][]): string =>
  stringify(records, { escape_formulas: true, cast: { number: (amount) => amount.toFixed(2) } });
