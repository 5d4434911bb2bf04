import { readTransaction } from "../../kernel/database/transactions";
import { stream } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { csvFileName } from "../../kernel/text/file-name";
import { findPeriod } from "../periods";
import { type PreviewAccount, readAccounts } from "./accounts";
import { PreviewInput } from "./screen";
import { amountsCsv, type Cell } from "../amounts-csv";

const columns: [heading: string, cell: (account: PreviewAccount) => Cell][] = [
  ["Agent", ({ agent }) => agent],
  ["Office", ({ officeName }) => officeName],
  ["Opening", ({ opening }) => opening],
  ["This half-month", ({ earned }) => earned],
  ["Corrections and advances", ({ others }) => others],
  ["Balance", ({ balance }) => balance],
  ["To pay", ({ php }) => php],
  ["Carried over", ({ carried }) => carried],
  ["Dollars", ({ usd }) => usd],
  ["Held back", ({ hold }) => hold?.reason ?? ""],
  ["Payout method", ({ payout }) => payout?.method ?? ""],
  ["Payout details changed", ({ payout }) => payout?.change?.at.slice(0, 10) ?? ""],
  ["Payout details shared with", ({ payout }) => (payout && payout.sharedWith > 0 ? String(payout.sharedWith) : "")],
  ["New payout details from", ({ newPayoutFrom }) => newPayoutFrom?.slice(0, 10) ?? ""],
];

/** The list before paying as CSV, with the same filters as its screen. */
export const payPreviewExport = stream({
  name: "payroll.payPreviewExport",
  does: "export what paying a half-month would pay",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  heavy: true,
  input: PreviewInput,
  async *run({ saveAs }, { id, ...filter }) {
    const { period, accounts } = await readTransaction(async () => ({
      period: await findPeriod(id),
      accounts: await readAccounts(id, filter),
    }));
    saveAs(csvFileName("pay", filter.show, filter.search, period.start, period.end));
    yield amountsCsv([columns.map(([heading]) => heading)]);
    yield amountsCsv(accounts.map((account) => columns.map(([, cell]) => cell(account))));
  },
});
