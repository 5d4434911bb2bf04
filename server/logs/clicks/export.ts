import { stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { type CsvColumn, csvLog, timeColumn } from "../reader/csv";
import { type ClickField, type ClickFound, clickLog } from "./kind";
import { type ClickRow, clickRows } from "./row";
import { ClickForm, hiddenOf, judgeClicks } from "./search";

/** All rows of the click log with the columns of its screen, as CSV. Links and referrers are complete. */
export const exportClicks = stream({
  name: "logs.clickExport",
  does: "export click logs",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  input: ClickForm,
  run: ({ actor }, form) =>
    csvLog<ClickFound, ClickRow>(clickLog, async () => ({
      question: (await judgeClicks(actor, form)).question,
      columns: columnsOf(actor),
      rows: (found) => clickRows(actor, found),
    })),
});

function columnsOf(actor: Actor): CsvColumn<ClickRow>[] {
  const columns: (CsvColumn<ClickRow> & { field: ClickField | "class" })[] = [
    { field: "officeName", label: "Office", cell: ({ officeName }) => officeName },
    { field: "agentUsername", label: "Agent", cell: ({ agentUsername }) => agentUsername },
    { field: "sitename", label: "Site", cell: ({ sitename }) => sitename },
    { field: "typename", label: "Type", cell: ({ typename }) => typename },
    { field: "url", label: "Link", cell: ({ url }) => url },
    { field: "clickTime", ...timeColumn<ClickRow>("Click Time", ({ clickTime }) => clickTime) },
    { field: "fromIp", label: "IP From", cell: ({ fromIp }) => fromIp },
    { field: "uniques", label: "Uniques", cell: ({ uniques }) => uniques },
    { field: "referer", label: "Referrer", cell: ({ referer }) => referer },
    { field: "class", label: "Class", cell: (row) => row.class },
  ];
  const hidden: readonly string[] = hiddenOf(actor);
  return columns.filter(({ field }) => !hidden.includes(field));
}
