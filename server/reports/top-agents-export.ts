import { abilities } from "../accounts";
import { readTransaction } from "../kernel/database/transactions";
import { stream } from "../kernel/operation/operation";
import { type Range, readRange } from "../kernel/periods";
import { type Actor, atLeast } from "../kernel/operation/roles";
import type { Column } from "./columns";
import { csvOf } from "./csv";
import { groupingOf, topRows } from "./top-agents";
import { TopForm, wantedSites } from "./top-agents-form";

/** Top Agents as CSV, with the screen's columns. The number of a row is its rank. */
export const topAgentsExport = stream({
  name: "reports.topAgentsExport",
  does: "export the top agents",
  allow: atLeast("company"),
  type: "EXPORT",
  mayLag: true,
  input: TopForm,
  async *run({ actor }, form) {
    const range = readRange(form.start, form.end) as Range;
    const rows = await readTransaction(() => topRows(actor, range, wantedSites(form)));
    const file = csvOf(columnsOf(actor, range));
    yield file.head(`${range.start} ~ ${range.end}`);
    yield file.rows(rows);
    yield file.total("Total", { sales: rows.reduce((sum, { sales }) => sum + sales, 0) });
  },
});

const office: Column = { key: "office", label: "Office", kind: "text" };
const sales: Column = { key: "sales", label: "Sales", kind: "count", total: "sales" };

function columnsOf(actor: Actor, range: Range): Column[] {
  if (groupingOf(range) === "company") return [office, sales];
  return [
    ...(abilities(actor).groupByOffice ? [office] : []),
    { key: "agent", label: "Agent", kind: "text" },
    { key: "agentName", label: "Name", kind: "text" },
    sales,
  ];
}
