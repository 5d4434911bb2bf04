import { readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { csvFileName } from "../kernel/text/file-name";
import { amountsCsv } from "./amounts-csv";
import { closingAccounts } from "./close-accounts";
import { ClosingInput } from "./close-screen";
import { findPeriod } from "./periods";

/** The amounts that closing a half-month will freeze as CSV, with the rate and the search of its screen. */
export const closeExport = stream({
  name: "payroll.closeExport",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  heavy: true,
  input: ClosingInput,
  async *run({ saveAs }, { id, phpPerUsd = null, search }) {
    const { period, accounts } = await readTransaction(async () => {
      const period = await findPeriod(id);
      return { period, accounts: await closingAccounts({ period, phpPerUsd, search }) };
    });
    saveAs(csvFileName("Close", period.start, period.end));
    yield amountsCsv([["Agent", "Office", "Count", "Pesos", "Dollars"]]);
    yield amountsCsv(
      accounts.map(({ agent, officeName, count, php, usd }) => [agent, officeName, String(count), php, usd ?? ""]),
    );
  },
});
