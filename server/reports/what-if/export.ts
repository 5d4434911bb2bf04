import { readTransaction } from "../../kernel/database/transactions";
import { type Call, stream } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import type { Range } from "../../trade/periods";
import { csvFileName } from "../../kernel/text/file-name";
import type { Column } from "../columns";
import { csvOf } from "../csv";
import { answerOf } from "./answer";
import type { Cost } from "./costs";
import { costsOf as costsOfLink, LinkTrial } from "./link";
import { costsOf as costsOfTiers, TiersTrial } from "./tiers";

/** Agents of an export. A network has fewer. */
const ALL = 1_000_000;

const counts = ["sales", "bonusSales"] as const;
const labels = { sales: "Sales", bonusSales: "Bonuses", php: "As paid", newPhp: "At these prices" } as const;
const columns: Column[] = [
  { key: "officeName", label: "Office", kind: "text" },
  { key: "agent", label: "Agent", kind: "text" },
  ...counts.map((key): Column => ({ key, label: labels[key], kind: "count", total: key })),
  ...(["php", "newPhp"] as const).map((key): Column => ({
    key,
    label: labels[key],
    sub: "₱",
    kind: "pesos",
    total: key,
  })),
  { key: "difference", label: "Difference", sub: "₱", kind: "pesos", total: "difference" },
];

/** One row for each agent at each office, then the total. */
async function* lines(
  { saveAs }: Call,
  name: string,
  read: () => Promise<{ range: Range; costs: Cost[] }>,
): AsyncGenerator<string> {
  const { range, answer } = await readTransaction(async () => {
    const { range, costs } = await read();
    return { range, answer: await answerOf(range, costs, { page: 1, pageSize: ALL }) };
  });
  const file = csvOf(columns);
  saveAs(csvFileName(name, range.start, range.end));
  yield file.head();
  yield file.rows(answer.agents.items);
  yield file.total("Overall Total", answer.total);
}

export const linkWhatIfExport = stream({
  name: "reports.linkWhatIfExport",
  does: "export the payroll",
  allow: atLeast("admin"),
  mayLag: true,
  heavy: true,
  type: "EXPORT",
  input: LinkTrial,
  run: (call, trial) => lines(call, "what-if", () => costsOfLink(call.actor, trial)),
});

export const tiersWhatIfExport = stream({
  name: "reports.tiersWhatIfExport",
  does: "export the payroll of AVP sites",
  allow: atLeast("admin"),
  mayLag: true,
  heavy: true,
  type: "EXPORT",
  input: TiersTrial,
  run: (call, trial) => lines(call, "what-if-avp", () => costsOfTiers(trial)),
});
